import type { Service } from '#lib/api/endpoint.ts'
import { decodedTokens, nftTotalMax } from '#lib/evm/nft/block-nft-transfers.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { knownBlock } from '#lib/evm/query/find-block.ts'
import { countPlaces } from '#lib/evm/query/merged-ranges.ts'
import { coverageOfBlock } from '#lib/evm/query/report-coverage.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { blockContentsEndpoints } from './contract.ts'

/** What a block has, by the rows of its part of each table; of a block that is not indexed, by its logs. */
export const blockStatsQuery =
  (context: EvmQueryContext): Service<typeof blockContentsEndpoints>['blockStats'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { db } = context.store
    const found = await knownBlock(context, chain, input.block_number_or_hash, call?.signal)
    const number = 'stored' in found ? found.stored.number : found.fetched.number
    call?.coveredBy?.(coverageOfBlock(number))
    if ('fetched' in found) {
      const { nftTransfers, erc20Transfers } = await decodedTokens(db, chain.id, found.fetched)
      return statsOf(found.fetched.transactions.length, nftTransfers.length, erc20Transfers.length)
    }
    const inBlock = { chain: chain.id, ranges: [], floor: [number], before: [number + 1] }
    const [nfts, tokens] = await Promise.all([
      countPlaces(db, { ...inBlock, table: 'evm_nft_transfers' }, nftTotalMax),
      countPlaces(db, { ...inBlock, table: 'evm_erc20_transfers' }, nftTotalMax),
    ])
    return statsOf(found.stored.transaction_count, nfts, tokens)
  }

const statsOf = (transactions: number, nfts: number | null, tokens: number | null) => ({
  transactions: countOf(transactions),
  nft_transfers: countOf(nfts),
  token_transfers: countOf(tokens),
})

const countOf = (count: number | null) => ({ total: count === null ? null : String(count) })

/** The block after which balances are read by default. */
export const latestBlockNumberQuery =
  (context: EvmQueryContext): Service<typeof blockContentsEndpoints>['latestBlockNumber'] =>
  async (input) =>
    String((await stateBlockOf(context, context.served.resolve(input.chain), undefined)).number)
