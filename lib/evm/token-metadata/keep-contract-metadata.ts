import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { systemClock } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { Log } from '#lib/base/log.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { linkAt } from '#lib/evm/chain/stored/links.ts'
import { recordReads } from '#lib/evm/chain/stored/recent-reads.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type ContractKind, type ContractRow, isHigherKind } from '#lib/evm/chain/tables/token-tables.ts'
import { mistakenAmong, mistakenContracts, reclassifyContract } from '#lib/evm/chain/write/reclassify.ts'
import type { BlockLink } from '#lib/indexing/chain.ts'
import { runSteps } from '#lib/indexing/follow.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { Store } from '#lib/store/store.ts'
import { type ContractMetadata, readContracts } from './read-contracts.ts'

/** Seconds after a contract's first failure; each further one doubles them. */
const retrySecondsFirst = 60
const retrySecondsMax = 24 * 3_600

/** Contracts that are due at `now` (unix seconds), longest waiting first. */
export const contractsToRead = async (
  db: Kysely<EvmTables>,
  chain: number,
  now: number,
  countMax: number,
): Promise<Hex[]> => {
  const rows = await db
    .selectFrom('evm_contracts')
    .select('address')
    .where('chain', '=', chain)
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(countMax)
    .execute()
  return rows.map(({ address }) => toHex(address))
}

/**
 * Stores what contracts returned. They are read again if a reorg reverts the blocks that the result may depend on:
 * `askedAt` is the newest block that was stored before the calls; if it was replaced meanwhile, the results are
 * dropped.
 */
export const writeContractMetadata = (
  store: Store<EvmTables>,
  chain: number,
  facts: readonly ContractMetadata[],
  { now, askedAt }: { now: number; askedAt?: BlockLink | undefined },
): Promise<void> =>
  changeContracts(store, chain, facts, {
    askedAt,
    change: (row, reported) => {
      const kind = higherKind(row, reported)
      if (reported.isComplete) {
        const { name, symbol, decimals } = reported
        return { ...row, kind, name, symbol, decimals, ask_at: null, failures: 0, read_at: now }
      }
      const name = reported.name ?? row.name
      const symbol = reported.symbol ?? row.symbol
      return postponed({ ...row, kind, name, symbol, decimals: reported.decimals ?? row.decimals }, now)
    },
  })

/** Postpones contracts for which no node answered. */
const postponeContracts = (
  store: Store<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
  now: number,
): Promise<void> =>
  changeContracts(
    store,
    chain,
    addresses.map((address) => ({ address })),
    { askedAt: undefined, change: (row) => postponed(row, now) },
  )

type ContractMetadataRow = Omit<ContractRow, 'note'>

const columns = ['chain', 'address', 'kind', 'name', 'symbol', 'decimals', 'ask_at', 'failures', 'read_at'] as const

/** Rows deleted meanwhile stay deleted. */
const changeContracts = <Reason extends { address: Hex }>(
  store: Store<EvmTables>,
  chain: number,
  reasons: readonly Reason[],
  {
    askedAt,
    change,
  }: { askedAt: BlockLink | undefined; change: (row: ContractMetadataRow, reason: Reason) => ContractMetadataRow },
): Promise<void> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    if (askedAt && (await linkAt(transaction, chain, askedAt.number))?.hash !== askedAt.hash) return
    const keys = reasons.map(({ address }) => ({ chain, address: toBytes(address) }))
    const stored = await store.findMany(transaction, 'evm_contracts', { columns, keys })
    const rows = new Map(stored.map((row) => [toHex(row.address), row]))
    const changed = reasons.flatMap((reason) => {
      const row = rows.get(reason.address)
      return row ? change(row, reason) : []
    })
    await store.upsertMany(transaction, 'evm_contracts', { key: ['chain', 'address'], rows: changed })
    await recordReads(
      transaction,
      chain,
      changed.map(({ address }) => address),
    )
  })

/** A kind is never lowered. A contract that claims ERC721 but has ERC20 events and decimals is lying: ERC721 has no decimals. */
const higherKind = (row: ContractMetadataRow, reported: ContractMetadata): ContractKind | null => {
  if (row.kind === 'ERC20' && reported.kind === 'ERC721' && (reported.decimals ?? 0) > 0) return row.kind
  return isHigherKind(reported.kind, row.kind) ? reported.kind : row.kind
}

const postponed = (row: ContractMetadataRow, now: number): ContractMetadataRow => ({
  ...row,
  failures: row.failures + 1,
  ask_at: now + Math.min(retrySecondsMax, retrySecondsFirst * 2 ** Math.min(row.failures, 20)),
})

type KeepContractMetadataOptions = Omit<WorkerOptions, 'now'> & {
  /** Unix seconds. */
  now?: () => number
}

/** Read together and written in one short transaction: the head is never delayed for long. */
const contractsAtOnce = 60

/**
 * Reads the metadata of a chain's contracts as they appear, until `signal` ends it. Survives failures of nodes and
 * database; a contract that fails is retried later each time. Never throws.
 */
export const keepContractMetadata = async (
  store: Store<EvmTables>,
  chain: number,
  pool: NodePool,
  { log, signal, options = {} }: { log: Log; signal: AbortSignal; options?: KeepContractMetadataOptions },
): Promise<void> => {
  const { clock = systemClock, pollMs = 1_000 } = options
  const { now = () => Math.floor(Date.now() / 1_000) } = options
  const attempts = options.attempts?.of(chain, 'contract-facts')
  /** Whether a contract may be left half sorted; at the start, by a crash. */
  let mayBeUnsorted = true

  const reclassify = async (mistaken: Iterable<Hex> | AsyncIterable<Hex>): Promise<void> => {
    for await (const address of mistaken) {
      log.info({ chain, address }, 'an ERC721 contract was classified as ERC20: reclassifying its events')
      await reclassifyContract(store, chain, address, signal)
    }
    mayBeUnsorted = false
  }

  /** The number of contracts processed. */
  const readNext = async (): Promise<number> => {
    const due = await contractsToRead(store.db, chain, now(), contractsAtOnce + (attempts?.crashedCount ?? 0))
    const addresses = attempts?.select(due, (address) => address, contractsAtOnce).run ?? due
    if (!addresses.length) return 0
    await attempts?.start(addresses)
    try {
      return await ask(addresses)
    } finally {
      await attempts?.finish(addresses)
    }
  }

  const ask = async (addresses: readonly Hex[]): Promise<number> => {
    const minimumHead = await newestBlock(store, chain)
    const askedAt = minimumHead === undefined ? undefined : await linkAt(store.db, chain, minimumHead)
    const facts = await readContracts(pool, addresses, { signal, minimumHead }).catch(async (error: unknown) => {
      if (!signal.aborted) await postponeContracts(store, chain, addresses, now())
      throw error
    })
    mayBeUnsorted = true
    await writeContractMetadata(store, chain, facts, { now: now(), askedAt })
    await reclassify(await mistakenAmong(store.db, chain, addresses.map(toBytes)))
    return addresses.length
  }

  await runSteps(
    async () => {
      if (mayBeUnsorted) await reclassify(mistakenContracts(store.db, chain))
      const asked = await readNext()
      const hasMore = asked === contractsAtOnce || (asked > 0 && (attempts?.crashedCount ?? 0) > 0)
      return { kind: hasMore ? 'busy' : 'waiting' }
    },
    {
      signal,
      pollMs,
      clock,
      onFailure: logFailures(log, { chain }, 'reading contract metadata failed'),
    },
  )
}

const newestBlock = async ({ db }: Store<EvmTables>, chain: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('evm_intervals')
    .select(({ fn }) => fn.max('last_block').as('last'))
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.last ?? undefined
}
