import { type Kysely, sql } from 'kysely'
import { systemClock } from '#lib/base/clock.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { bytesKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { countInto } from '#lib/evm/chain/write/count-erc20-transfers.ts'
import { runSteps } from '#lib/indexing/follow.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { Store } from '#lib/store/store.ts'

/** Transfers of one transaction, which keeps the chain's other writers waiting for some tens of milliseconds. */
const transfersAtOnce = 2_000

/**
 * Counts the balances of a token from its stored transfers, oldest first, in separate transactions; another call continues
 * where one ended. The writer counts new blocks from when the build has reached the newest transfer.
 */
export const buildBalances = async (
  store: Store<EvmTables>,
  chain: number,
  token_address: Uint8Array,
  signal: AbortSignal,
  atOnce = transfersAtOnce,
): Promise<void> => {
  while (!signal.aborted && !(await buildPart(store, chain, token_address, atOnce))) {}
}

/** Whether every stored transfer is counted. */
const buildPart = (
  store: Store<EvmTables>,
  chain: number,
  token_address: Uint8Array,
  atOnce: number,
): Promise<boolean> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const known = await transaction
      .selectFrom('evm_erc20_tokens')
      .selectAll()
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .executeTakeFirst()
    if (!known || known.built_to === null) return true
    const transfers = transaction
      .selectFrom('evm_erc20_transfers')
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>', known.built_to)
      .orderBy('block_number')
      .orderBy('log_index')
    const edge = await transfers.select('block_number').offset(atOnce).limit(1).executeTakeFirst()
    const part = edge ? transfers.where('block_number', '<=', edge.block_number) : transfers
    const rows = await part.selectAll().execute()
    const built_to = edge?.block_number ?? null
    const token = new Map([[bytesKey(token_address), { ...known, built_to }]])
    const counting = { sign: 1, countsTransfers: false, countsBalances: () => true } as const
    await countInto({ store, transaction, chain }, token, rows, counting)
    return built_to === null
  })

const tokensAtOnce = 100

/** Contracts that are fully indexed by a checked backfill, and whose balances are not kept yet. */
export const checkedTokens = async (db: Kysely<EvmTables>, chain: number): Promise<Uint8Array[]> => {
  const { rows } = await sql<{ address: Uint8Array }>`
    select h.address from evm_histories as h
    join evm_erc20_tokens as t on t.chain = h.chain and t.token_address = h.address
    where h.chain = ${chain} and h.check_state = 'passed' and t.built_to is not null
    order by h.address limit ${tokensAtOnce}`.execute(db)
  return rows.map(({ address }) => address)
}

/** Whether a chain is indexed from its beginning without a gap. */
export const isWhole = async (db: Kysely<EvmTables>, chain: number): Promise<boolean> => {
  const [lowest, gap] = await readIntervals(db, chain)
  return lowest !== undefined && lowest.first <= 1 && !gap
}

/**
 * The next tokens after `after` whose balances are not kept, of a whole chain: those stored before Spyglass kept balances, or while
 * blocks below them were missing.
 */
export const uncountedTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  after: Uint8Array,
): Promise<Uint8Array[]> => {
  const { rows } = await sql<{ address: Uint8Array }>`
    select token_address as address from evm_erc20_tokens
    where chain = ${chain} and token_address > ${after} and built_to is not null
    order by token_address limit ${tokensAtOnce}`.execute(db)
  return rows.map(({ address }) => address)
}

type KeepBalancesOptions = Pick<WorkerOptions, 'clock' | 'pollMs'> & {
  /** The pause between two walks through all contracts of a chain. */
  walkMs?: number
}

/**
 * Builds the balances of tokens once their transfers are complete, until `signal` ends it; from then on the writer keeps
 * them. Survives failures of the database. Never throws.
 */
export const keepBalances = async (
  store: Store<EvmTables>,
  chain: number,
  log: WarningLog,
  signal: AbortSignal,
  { clock = systemClock, pollMs = 2_000, walkMs = 600_000 }: KeepBalancesOptions = {},
): Promise<void> => {
  let walkAt = Number.NEGATIVE_INFINITY
  let walkedTo: Uint8Array | undefined

  const nextTokens = async (): Promise<Uint8Array[]> => {
    const checked = await checkedTokens(store.db, chain)
    if (checked.length > 0) return checked
    if (!(await isWhole(store.db, chain))) {
      // Transfers above a gap are not counted: once it is closed, their tokens are.
      walkAt = Number.NEGATIVE_INFINITY
      return []
    }
    if (!walkedTo && clock.now() < walkAt) return []
    const tokens = await uncountedTokens(store.db, chain, walkedTo ?? new Uint8Array())
    walkedTo = tokens.at(-1)
    if (!walkedTo) walkAt = clock.now() + walkMs
    return tokens
  }

  await runSteps(
    async () => {
      const tokens = await nextTokens()
      for (const token of tokens) await buildBalances(store, chain, token, signal)
      return { kind: tokens.length > 0 ? 'busy' : 'waiting' }
    },
    {
      signal,
      pollMs,
      clock,
      onFailure: logFailures(log, { chain }, 'counting token balances failed'),
    },
  )
}
