import { sql, type Transaction } from 'kysely'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { runSteps } from '#lib/indexing/follow.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import type { Store } from '#lib/store/store.ts'
import { addToLists, readBuiltFrom, writeBuiltFrom } from './update-lists.ts'

/**
 * Writes the side rows of the newest transfers that have none: whole blocks with about `transfersAtOnce` of each kind, in one
 * transaction. The writer keeps those of these blocks and later ones. Returns from which block on they are built, 0 when all are.
 */
export const buildSides = (store: Store<EvmTables>, chain: number, transfersAtOnce: number): Promise<number> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const builtFrom = (await readBuiltFrom(transaction, chain)) ?? Number.MAX_SAFE_INTEGER
    const edges = await Promise.all(
      transferTables.map((table) => edgeBelow(transaction, table, chain, { builtFrom, count: transfersAtOnce })),
    )
    const first = Math.max(...edges)
    const blocks = { first, end: builtFrom }
    const erc20Transfers = await transfersIn<Erc20TransferRow>(transaction, 'evm_erc20_transfers', chain, blocks)
    const nftTransfers = await transfersIn<NftTransferRow>(transaction, 'evm_nft_transfers', chain, blocks)
    await addToLists({ store, transaction, chain }, { erc20Transfers, nftTransfers })
    await writeBuiltFrom(transaction, chain, first)
    return first
  })

const transferTables = ['evm_erc20_transfers', 'evm_nft_transfers'] as const

/** The block of the last of the newest transfers below `builtFrom`; 0 if there are fewer. */
const edgeBelow = async (
  transaction: Transaction<EvmTables>,
  table: (typeof transferTables)[number],
  chain: number,
  { builtFrom, count }: { builtFrom: number; count: number },
): Promise<number> => {
  const edge = await transaction
    .selectFrom(table)
    .select('block_number')
    .where('chain', '=', chain)
    .where('block_number', '<', builtFrom)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return edge?.block_number ?? 0
}

const transfersIn = async <Row>(
  transaction: Transaction<EvmTables>,
  table: (typeof transferTables)[number],
  chain: number,
  { first, end }: { first: number; end: number },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)}
    where chain = ${chain} and block_number >= ${first} and block_number < ${end}
    order by block_number, log_index`.execute(transaction)
  return rows
}

const sideTables = {
  evm_erc20_sides: ['address', 'role', 'block_number', 'log_index'],
  evm_nft_sides: ['address', 'role', 'block_number', 'log_index', 'batch_index'],
} as const

/** From now on no side rows are written, nor read. Returns whether any were. */
const stopSides = (store: Store<EvmTables>, chain: number): Promise<boolean> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const wasBuilt = (await readBuiltFrom(transaction, chain)) !== undefined
    if (wasBuilt) await writeBuiltFrom(transaction, chain, undefined)
    return wasBuilt
  })

/** Deletes at most `rowsAtOnce` rows, in the order of the key. Returns whether there may be more. */
const deleteSides = async ({ db }: Store<EvmTables>, chain: number, rowsAtOnce: number): Promise<boolean> => {
  for (const [table, key] of Object.entries(sideTables)) {
    const columns = sql.join(key.map((column) => sql.ref(column)))
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(table)} where chain = ${chain} order by ${columns}
      limit 1 offset ${rowsAtOnce}`.execute(db)
    const [end] = rows
    const below = end ? sql`and (${columns}) < (${sql.join(key.map((column) => end[column]))})` : sql``
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where chain = ${chain} ${below}`.execute(db)
    if (end || numAffectedRows) return true
  }
  return false
}

type FanoutOptions = {
  clock?: Clock
  /** Transfers of each kind, or deleted rows, of one transaction. */
  rowsAtOnce?: number
}

/** A page that is being read when the rows are given up is read to its end. */
const graceMs = 60_000
const reportEveryMs = 30_000
/** Rests as long as it works, so that following the chain and reading pages continue undisturbed. */
const restPerWork = 1

/**
 * Builds the side rows of a chain's stored transfers, newest first and a few at a time, or with `isOn` false deletes them, until
 * all are done or `signal` ends it. A restart continues where it was. Never throws.
 */
export const keepFanout = async (
  store: Store<EvmTables>,
  chain: number,
  isOn: boolean,
  log: Log,
  signal: AbortSignal,
  { clock = systemClock, rowsAtOnce = 1_000 }: FanoutOptions = {},
): Promise<void> => {
  let reportedAt = clock.now()

  const report = (builtFrom: number): void => {
    if (builtFrom === 0) log.info({ chain }, 'all stored transfers are in the lists of wallets and tokens')
    if (builtFrom === 0 || clock.now() - reportedAt < reportEveryMs) return
    reportedAt = clock.now()
    log.info({ chain, builtFrom }, 'writing the stored transfers into the lists of wallets and tokens')
  }

  const build = async (): Promise<boolean> => {
    const known = await readBuiltFrom(store.db, chain)
    if (known === 0) return false
    // Rows from before it was last turned off are out of date.
    if (known === undefined && (await deleteSides(store, chain, rowsAtOnce))) return true
    const builtFrom = await buildSides(store, chain, rowsAtOnce)
    report(builtFrom)
    return builtFrom > 0
  }

  const clear = async (): Promise<boolean> => {
    if ((await readBuiltFrom(store.db, chain)) !== undefined && (await stopSides(store, chain)))
      await clock.wait(graceMs, signal)
    return !signal.aborted && (await deleteSides(store, chain, rowsAtOnce))
  }

  const step = isOn ? build : clear
  await runSteps(
    async () => {
      const startedAt = clock.now()
      const hasMore = await step()
      if (hasMore) await clock.wait((clock.now() - startedAt) * restPerWork, signal)
      return { kind: hasMore ? 'busy' : 'finished' }
    },
    {
      signal,
      pollMs: 0,
      clock,
      onFailure: logFailures(log, { chain }, 'writing the lists of wallets and tokens failed'),
    },
  )
}
