import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/coverage/report-coverage.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { contractsNamed } from '#lib/evm/search/find-contracts.ts'
import { listedTokens } from '#lib/evm/token-metadata/listed-tokens.ts'
import { erc20MetadataQuery } from './erc20-metadata.ts'
import type { tokenFactEndpoints } from './facts-contract.ts'

/** The sum that the writer keeps. */
export const tokenStatsQuery =
  (context: EvmQueryContext): Service<typeof tokenFactEndpoints>['tokenStats'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call, { contracts: [address] })
    const row = await context.store.db
      .selectFrom('evm_erc20_tokens')
      .select('transfers')
      .where('chain', '=', chain.id)
      .where('token_address', '=', toBytes(address))
      .executeTakeFirst()
    return { transfers: { total: String(row?.transfers ?? 0) } }
  }

const tokensMax = 100

/** Contracts with a word of the symbol, then those whose symbol it is. */
export const tokenMetadataBySymbolQuery =
  (context: EvmQueryContext): Service<typeof tokenFactEndpoints>['tokenMetadataBySymbol'] =>
  async ({ symbols, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call)
    const wanted = new Set(symbols.map((symbol) => symbol.toLowerCase()))
    const named = await Promise.all(
      [...wanted].map((symbol) => contractsNamed(context, chain.id, symbol, ['ERC20', 'ERC404'])),
    )
    const listed = [...listedTokens(chain.id).values()].filter(({ symbol }) => wanted.has(symbol.toLowerCase()))
    const candidates = new Set([...listed.map(({ address }) => address), ...named.flat().map(toHex)])
    const [metadata, { flags }] = await Promise.all([
      readTokenMetadata(context.store.db, chain.id, [...candidates]),
      marksOf(context, chain.id, [...candidates]),
    ])
    const rankOf = (address: string): number => {
      const { possible_spam, verified_collection } = flags(address)
      if (possible_spam) return 2
      return verified_collection || metadata.get(address)?.isListed ? 0 : 1
    }
    const found = [...candidates]
      .filter((address) => wanted.has(metadata.get(address)?.symbol?.toLowerCase() ?? ''))
      .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    return await erc20MetadataQuery(context)({ addresses: found.slice(0, tokensMax), chain: input.chain }, call)
  }
