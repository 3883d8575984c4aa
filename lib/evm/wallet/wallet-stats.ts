import { sql } from 'kysely'
import { completeHeader } from '#lib/api/coverage.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { settledReads } from '#lib/api/readable.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import { type StoredTransaction, timestampText } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { collectionsHeldBy } from '#lib/evm/nft/wallet-collections.ts'
import { chainWaitMs, type EvmQueryContext } from '#lib/evm/query/context.ts'
import { countPlaces } from '#lib/evm/query/merged-ranges.ts'
import { rangedChain, rangesOf } from '#lib/evm/query/ranged-chain.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { countedMax } from '#lib/evm/query/totals.ts'
import { walletTransactionPage } from '#lib/evm/query/wallet-transaction-page.ts'
import type { walletStatEndpoints } from './stats-contract.ts'

/** Transactions are summed by day; the rest is counted in the indexes of the wallet. */
export const walletStatsQuery =
  (context: EvmQueryContext): Service<typeof walletStatEndpoints>['walletStats'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call)
    const { db } = context.store
    const wallet = toBytes(address)
    const all = {
      ...(await rangedChain(context, chain)),
      ranges: rangesOf(['from_address', 'to_address'], [wallet]),
      floor: [0],
      before: undefined,
    }
    const [{ collections, isWhole }, days, nfts, tokens] = await Promise.all([
      collectionsHeldBy(db, chain.id, wallet),
      sql<{ total: number | null }>`select cast(sum(transaction_count) as bigint) as total from evm_wallet_days
        where chain = ${chain.id} and address = ${wallet}`.execute(db),
      countPlaces(db, { ...all, table: 'evm_nft_transfers' }, countedMax),
      countPlaces(db, { ...all, table: 'evm_erc20_transfers' }, countedMax),
    ])
    const held = collections.reduce((sum, { count }) => sum + count, 0)
    return {
      nfts: isWhole ? String(held) : null,
      collections: isWhole ? String(collections.length) : null,
      transactions: { total: String(days.rows[0]?.total ?? 0) },
      nft_transfers: { total: nfts === null ? null : String(nfts) },
      token_transfers: { total: tokens === null ? null : String(tokens) },
    }
  }

/** Both ends of the wallet's list on each chain, as far as the chains answer in time. */
export const walletActiveChainsQuery =
  (context: EvmQueryContext): Service<typeof walletStatEndpoints>['walletActiveChains'] =>
  async ({ address, chains }, call) => {
    const { served } = context
    const asked = chains?.length ? [...new Set(chains.map((chain) => served.resolve(chain)))] : served.all
    using limit = timeLimit(chainWaitMs, 'The chains did not answer in time.')
    const reads = await settledReads(
      asked.map((chain) => untilAborted(activityOn(context.of(chain), chain, toBytes(address)), limit.signal)),
    )
    for (const read of reads) if (read.status === 'rejected' && !isServiceError(read.reason)) throw read.reason
    const answered = reads.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
    const isComplete = answered.length === asked.length && answered.every((one) => one.isComplete)
    call?.setHeader?.(completeHeader, String(isComplete))
    return { address, active_chains: answered.flatMap(({ activity }) => activity ?? []) }
  }

const activityOn = async (own: EvmQueryContext, chain: ServedChain, address: Uint8Array) => {
  const { isComplete } = (await own.coverage(chain))({ first: 0 })
  const whole = { chain: chain.id, address, bounds: { lowest: 0, highest: undefined } }
  const edge = async (isAscending: boolean) => {
    const one = { ...whole, after: undefined, isAscending, rows: 1, counted: false }
    return (await walletTransactionPage(own.store, one)).transactions[0]
  }
  const [first, last] = await Promise.all([edge(true), edge(false)])
  if (!first || !last) return { isComplete, activity: undefined }
  const names = { chain: chain.name, chain_id: hexNumber(chain.id) }
  return {
    isComplete,
    activity: { ...names, first_transaction: placeOf(first), last_transaction: placeOf(last) },
  }
}

const placeOf = ({ block_number, block_timestamp, hash }: StoredTransaction) => ({
  block_number: String(block_number),
  block_timestamp: timestampText(block_timestamp),
  transaction_hash: toHex(hash),
})
