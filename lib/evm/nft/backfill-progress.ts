import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { invariant } from '#lib/base/invariant.ts'
import { checkReasonText } from '#lib/evm/chain/backfill/check-reason-text.ts'
import {
  type ChainCoverage,
  type HistoryCoverage,
  type HistoryState,
  historyCoverageOf,
  logQueriesOf,
  readChainCoverage,
  readHistories,
} from '#lib/evm/chain/backfill/coverage.ts'
import { historyJobKind, isTooLarge, type OnDemandPolicy } from '#lib/evm/chain/backfill/request-history.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { askAgainIfStale } from '#lib/evm/token-metadata/ask-again.ts'
import { createJobs, type QueuedJob } from '#lib/store/jobs.ts'
import type { EvmCollection, historyEndpoints } from './state-contract.ts'

type Context = Pick<EvmQueryContext, 'store' | 'served' | 'onDemandPolicy'>

const listed = 100

/** The contracts with a requested backfill, unfinished ones first. */
export const collectionsQuery =
  (context: Context): Service<typeof historyEndpoints>['evmCollections'] =>
  async (input) => {
    const { store, served } = context
    const chain = served.resolve(input.chain)
    const rows = await store.db
      .selectFrom('evm_histories')
      .select('address')
      .where('chain', '=', chain.id)
      .orderBy(({ case: choose }) => choose().when('synced_at', 'is', null).then(0).else(1).end())
      .orderBy(({ fn }) => fn.coalesce('synced_at', 'requested_at'), 'desc')
      .orderBy('address')
      .limit(listed)
      .execute()
    const addresses = rows.map(({ address }) => toHex(address))
    return { result: await progressOf(context, chain, addresses) }
  }

/** The progress of a contract's backfill. */
export const collectionQuery =
  (context: Context): Service<typeof historyEndpoints>['evmCollection'] =>
  async (input) => {
    const [progress] = await progressOf(context, context.served.resolve(input.chain), [input.address])
    invariant(progress, 'every contract has a progress')
    return progress
  }

const progressOf = async (
  { store, onDemandPolicy = 'everyone' }: Context,
  chain: ServedChain,
  addresses: readonly string[],
): Promise<EvmCollection[]> => {
  if (!addresses.length) return []
  const jobs = createJobs(store)
  const [known, histories, contracts, queued] = await Promise.all([
    readChainCoverage(store.db, chain.id),
    readHistories(store.db, chain.id, addresses),
    readContracts(store.db, chain.id, addresses),
    jobs.find(historyJobKind(chain.id), addresses),
  ])
  return addresses.map((address) =>
    progress(chain, address, {
      known,
      history: histories.get(address),
      contract: contracts.get(address),
      job: queued.find(({ key }) => key === address),
      policy: onDemandPolicy,
    }),
  )
}

type Facts = {
  known: ChainCoverage
  history: HistoryState | undefined
  contract: ContractRow | undefined
  job: QueuedJob | undefined
  policy: OnDemandPolicy
}

const progress = (chain: ServedChain, address: string, facts: Facts): EvmCollection => {
  const { known, history, contract, job, policy } = facts
  const coverage = historyCoverageOf(chain, known, history)
  const status = statusOf(coverage, history, job)
  const isMoving = status === 'SYNCING'
  const timeOrNull = (seconds: number | null | undefined) =>
    typeof seconds === 'number' ? timestampText(seconds) : null
  const { wanted, blocks, covered } = coverage
  return {
    chain: chain.name,
    address,
    name: contract?.name ?? null,
    symbol: contract?.symbol ?? null,
    contract_type: contract?.kind ?? null,
    decimals: contract?.decimals ?? null,
    status,
    percent: coverage.isSynced ? 100 : Math.min(unverifiedPercentMax, percentOf(coverage)),
    indexed_blocks: String(covered),
    blocks_total: String(blocks),
    requests_left: logQueriesOf(blocks - covered),
    transfers: history?.row_count ?? 0,
    rows_per_second: isMoving ? rounded(history?.rows_per_second) : null,
    eta_seconds: isMoving ? secondsFor(blocks - covered, history?.blocks_per_second) : null,
    first_block: wanted && blocks > 0 ? String(wanted.first) : null,
    target_block: wanted ? String(wanted.last) : null,
    requested_at: timeOrNull(history?.requested_at),
    started_at: timeOrNull(history?.started_at),
    synced_at: timeOrNull(history?.synced_at),
    verified_block:
      history?.check_state === 'passed' && history.check_block !== null ? String(history.check_block) : null,
    check_reason: status === 'UNVERIFIED' ? (history?.check_reason ?? null) : null,
    error: status === 'UNVERIFIED' ? unverifiedText(history) : (history?.error ?? null),
    note: contract?.note ?? null,
    on_demand: policy,
  }
}

/** Read, but not verified yet. */
const unverifiedPercentMax = 99.99

const unverifiedText = (history: HistoryState | undefined): string | null =>
  history?.check_reason ? checkReasonText(history.check_reason, history.check_block) : null

/** For a job that was postponed after a failure, the failure is reported. */
const statusOf = (
  { isSynced, blocks, covered }: HistoryCoverage,
  history: HistoryState | undefined,
  job: QueuedJob | undefined,
): EvmCollection['status'] => {
  if (isSynced) return 'SYNCED'
  if (history && isTooLarge(history)) return 'TOO_LARGE'
  if (!job && history?.check_state === 'failed' && covered === blocks) return 'UNVERIFIED'
  if (!history || !job) return 'NOT_INDEXED'
  if (job.attempts > 0 && !job.isRunning) return 'FAILED'
  return job.isRunning || history.started_at !== null ? 'SYNCING' : 'QUEUED'
}

/** Rounded down: 100 only when complete. */
const percentOf = ({ blocks, covered }: HistoryCoverage): number =>
  blocks === 0 ? 0 : Math.floor((covered / blocks) * 10_000) / 100

const rounded = (value: number | null | undefined): number | null =>
  typeof value === 'number' ? Math.round(value * 10) / 10 : null

const secondsFor = (blocks: number, perSecond: number | null | undefined): number | null =>
  blocks > 0 && typeof perSecond === 'number' && perSecond > 0 ? Math.ceil(blocks / perSecond) : null

const readContracts = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly string[],
): Promise<Map<string, ContractRow>> => {
  const rows = await db
    .selectFrom('evm_contracts')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', 'in', addresses.map(toBytes))
    .execute()
  askAgainIfStale(db, chain, rows)
  return new Map(rows.map((row) => [toHex(row.address), row]))
}
