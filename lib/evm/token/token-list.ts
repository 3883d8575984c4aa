import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Erc20TokenRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import type { tokenListEndpoints } from './lists-contract.ts'
import { type Ranking, rankedPage } from './ranked-contracts.ts'

type ListedRow = Pick<Erc20TokenRow, 'token_address' | 'first_block' | 'transfers' | 'holders' | 'built_to'>

const ranking: Ranking<ListedRow> = {
  route: 'evmTokens',
  contracts: 'evm_erc20_tokens',
  days: 'evm_erc20_days',
  owners: 'holders',
  columns: ['token_address', 'first_block', 'transfers', 'holders', 'built_to'],
  kinds: ['ERC20', 'ERC404'],
}

/** The ERC20 tokens of a chain. */
export const tokenListQuery =
  (context: EvmQueryContext): Service<typeof tokenListEndpoints>['evmTokens'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { search, cursor: from, limit } = input
    const { shown, cursor, day } = await rankedPage(
      context,
      ranking,
      chain,
      { search, cursor: from, limit, sort: input.sort === 'holders' ? 'owners' : input.sort },
      call,
    )
    const addresses = shown.map(({ token_address }) => toHex(token_address))
    const [metadata, marks] = await Promise.all([
      readTokenMetadata(context.store.db, chain.id, addresses),
      marksOf(context, chain.id, addresses),
    ])
    return {
      cursor,
      result: shown.map((row, index) => {
        const address = addresses[index] ?? ''
        const { name = null, symbol = null, decimals = null, isListed = false } = metadata.get(address) ?? {}
        const { possible_spam, verified_collection } = marks.flags(address)
        return {
          address,
          name,
          symbol,
          decimals,
          logo: marks.logoOf(address),
          holders: row.built_to === null && row.isComplete ? row.holders : null,
          transfers: row.transfers,
          day_transfers: row.day_transfers,
          day,
          first_block: String(row.first_block),
          possible_spam,
          verified: verified_collection || isListed,
        }
      }),
    }
  }
