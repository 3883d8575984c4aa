import { type Clock, systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Log } from '#lib/base/log.ts'
import { failedChecks } from '#lib/evm/chain/checks/block-checks.ts'
import { bytesOfBlock } from '#lib/evm/chain/rpc/reading/bytes-of-block.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { ReadableBlock } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { fetchChainId, lastLocalChainId } from '#lib/evm/chain/served/chain-id.ts'
import { readChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { writeChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { fillRanges } from '#lib/indexing/backfill.ts'
import { backoffMs } from '#lib/indexing/backoff.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { follow } from '#lib/indexing/follow.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { isSetAside } from '#lib/indexing/set-aside.ts'
import { backlogOf, joinBackfill, leadBackfill } from '#lib/indexing/share-backfill.ts'
import { watchBlocks } from '#lib/indexing/watch-blocks.ts'
import { createRefusedNote } from '#lib/nodes/note-refused.ts'
import type { WatchedWork } from '#lib/store/jobs/watched-work.ts'
import type { WorkerTables } from '#lib/store/jobs/worker-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { rangeLeases } from '#lib/store/workers/range-leases.ts'
import { rereadDoubtful } from './reread-doubtful.ts'

/** What to index of one chain, and from where. */
export type ChainToIndex = {
  name: string
  /** Undefined for a devnet, whose id comes from its node. */
  expectedId: number | undefined
  reader: EvmReader
  /** The nodes behind `reader`. */
  pool?: Pick<NodePool, 'refused'>
  start: { at: number } | { beforeHead: number }
  end?: number
  /** Instead of start and end: only these. */
  ranges?: readonly BlockRange[]
  /** A devnet may restart: even final blocks are then reverted. */
  mayReset: boolean
  pollMs: number
  clock?: Clock
}

/** A single node without a load balancer: a lower head is accepted soon. */
const devnetLowerHead = { polls: 3, ms: 1_000 }

/** How often a worker looks for a backlog. */
const joinPollMs = 1_000

/** How often an idle chain records that its node responded. */
const noteEveryMs = 1_000

/**
 * Indexes one chain until `signal` ends it, or until its ranges or its end block are stored; `rereading` of doubtful blocks
 * continues until `signal` ends it. Survives failures of its node: they are recorded in the chain's status and retried.
 */
export const indexChain = async (
  store: Store<EvmTables>,
  chain: ChainToIndex,
  log: Log,
  signal: AbortSignal,
  watched?: WatchedWork,
): Promise<{ rereading: Promise<void> }> => {
  const { clock = systemClock } = chain
  const facts = { chain: chain.name }
  let id = chain.expectedId ?? (await lastLocalChainId(store))
  let notedAt = Number.NEGATIVE_INFINITY
  let failing = false
  const refusedNodes = createRefusedNote(log, facts, () => chain.pool?.refused() ?? [])

  const writeStatus = async (error: string | null): Promise<void> => {
    const seen = { refusedNodes: refusedNodes(), notices: chain.reader.notices() }
    await writeChainStatus(store.db, id, { checkedAt: seconds(), error, ...seen }).catch(() => {})
  }
  const noteFailure = async (error: unknown, retryInMs: number): Promise<void> => {
    failing = true
    log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, 'indexing has stopped')
    const words = isServiceError(error) ? error.message : 'The worker failed; its log has the cause.'
    await writeStatus(words)
  }
  const noteProgress = async (): Promise<void> => {
    if (!failing && clock.now() - notedAt < noteEveryMs) return
    notedAt = clock.now()
    if (failing) log.info(facts, 'indexing has resumed')
    failing = false
    await writeStatus(null)
  }

  /** Retries until it succeeds: at the start, the node may be down. */
  const persist = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        return await ask()
      } catch (error) {
        const retryInMs = backoffMs(error, failures)
        if (!signal.aborted) await noteFailure(error, retryInMs)
        await clock.wait(retryInMs, signal)
      }
    }
    return undefined
  }

  const asked = await persist(() => fetchChainId(chain.reader, chain.expectedId, store, signal))
  if (asked === undefined) return { rereading: Promise.resolve() }
  id = asked

  const { ranges, end: to } = chain
  const reader = warningReader(chain.reader, (block, failed) =>
    log.warn({ ...facts, block: block.number, hash: block.hash, failed }, 'a block does not match its hash'),
  )
  const lane = watched?.lane(id, 'evm-blocks', { isOrdered: true })
  const watch = lane && watchBlocks(reader, lane, { placeOf: chain.reader.placeOf })
  // Runs beside indexing, and longer: ranges may be complete while one of their blocks is set aside.
  const rereading = rereadDoubtful(store, id, chain.reader, { log, clock, lane }, signal)
  const onFailure = (error: unknown, retryInMs: number) => void noteFailure(error, retryInMs)
  const run = { pollMs: chain.pollMs, clock, onFailure }
  const rangeIndex = createEvmRangeIndex(store, id)
  /** After blocks that no node has any more, before what is stored or since: indexing goes on where they have some. */
  const startFor = async (wanted: number): Promise<number> => {
    const stored = (await rangeIndex.covered()).find(({ first, last }) => first <= wanted && wanted <= last)
    const next = stored ? stored.last + 1 : wanted
    const { latest } = await chain.reader.head(signal)
    const last = Math.min(latest, to ?? latest)
    if (next > last) return wanted
    const found = await chain.reader.earliest({ first: next, last }, signal)
    return found === undefined || found === next ? wanted : found
  }
  /** Others may help if they know which chain it is, and that its final blocks stay. */
  const withOthers = async (wanted: readonly BlockRange[], alone: (signal: AbortSignal) => Promise<void>) => {
    if (!watched?.worker || chain.expectedId === undefined || chain.mayReset) return await alone(signal)
    const leases = rangeLeases(store.withTables<WorkerTables>().db, chain.name, watched.worker)
    const backlog = async () => backlogOf(wanted, await rangeIndex.covered(), await rangeIndex.finalized())
    await leadBackfill({ leases, backlog, alone, signal, clock, onFailure })
  }
  if (ranges) {
    log.info({ ...facts, chainId: id, ranges }, 'indexing ranges')
    await withOthers(ranges, (signal) =>
      fillRanges(watch?.reader ?? reader, watch?.rangeIndex(rangeIndex) ?? rangeIndex, ranges, {
        ...run,
        signal,
        onStep: () => void noteProgress(),
      }),
    )
    return { rereading }
  }
  const wantedFrom =
    'at' in chain.start ? chain.start.at : ((await readChainRow(store.db, id))?.followed_from ?? undefined)
  const from = wantedFrom === undefined ? undefined : await persist(() => startFor(wantedFrom))
  if (signal.aborted) return { rereading }
  log.info({ ...facts, chainId: id, start: chain.start, from, to }, 'following')
  const index = createEvmIndex(store, id, { from, to })
  const wanted = from === undefined ? [] : [{ first: from, last: to ?? Number.MAX_SAFE_INTEGER }]
  await withOthers(wanted, (signal) =>
    follow(watch?.reader ?? reader, watch?.index(index) ?? index, {
      ...run,
      signal,
      start: from ?? startOf(chain.start),
      end: to,
      allowReset: chain.mayReset,
      ...(chain.mayReset && { lowerHead: devnetLowerHead }),
      onStep: (step) => {
        if (step.kind === 'rewound')
          log.warn({ ...facts, from: step.from, to: step.to }, 'reverted blocks after a reorg')
        void noteProgress()
      },
    }),
  )
  return { rereading }
}

/** Stores part of a chain's backlog while the worker that follows it offers some, until `signal` ends it. */
export const joinChainBackfill = async (
  store: Store<EvmTables>,
  { name, expectedId: id, reader, pool, clock = systemClock }: ChainToIndex,
  log: Log,
  signal: AbortSignal,
  watched: WatchedWork,
): Promise<void> => {
  if (id === undefined || !watched.worker) return
  const facts = { chain: name }
  const checked = warningReader(reader, (block, failed) =>
    log.warn({ ...facts, block: block.number, hash: block.hash, failed }, 'a block does not match its hash'),
  )
  const refusedNodes = createRefusedNote(log, facts, () => pool?.refused() ?? [])
  const index = createEvmRangeIndex(store, id, { isLeased: true })
  const note = (error: string | null): void =>
    void writeChainStatus(store.db, id, {
      checkedAt: seconds(),
      error,
      refusedNodes: refusedNodes(),
    }).catch(() => {})
  await joinBackfill({
    leases: rangeLeases(store.withTables<WorkerTables>().db, name, watched.worker),
    open: async () => {
      const own = await watched.again()
      const lane = own.lane(id, 'evm-backfill', { isOrdered: true })
      const { reader: watchedReader, rangeIndex } = watchBlocks(checked, lane, { placeOf: reader.placeOf })
      return { reader: watchedReader, index: rangeIndex(index), close: own.close }
    },
    covered: index.covered,
    signal,
    clock,
    pollMs: joinPollMs,
    onStored: () => note(null),
    onFailure: (error, retryInMs) => {
      log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, 'a part of a backlog could not be stored')
      note(isServiceError(error) ? error.message : 'The worker failed; its log has the cause.')
    },
  })
}

/** Logs blocks of a node that failed a check. */
const warningReader = (
  reader: EvmReader,
  warn: (block: ReadableBlock, failed: string[]) => void,
): ChainReader<ReadableBlock> => ({
  head: reader.head,
  earliest: reader.earliest,
  bytesOf: bytesOfBlock,
  blocks: async (from, to, signal, isEnough) => {
    const blocks = await reader.readable(from, to, signal, isEnough)
    for (const block of blocks) {
      const failed = isSetAside(block) ? [block.fault] : block.checks ? failedChecks(block.checks) : []
      if (failed.length > 0) warn(block, failed)
    }
    return blocks
  },
})

const startOf = (start: ChainToIndex['start']): number | 'latest' => {
  if ('at' in start) return start.at
  return start.beforeHead === 0 ? 'latest' : -start.beforeHead
}

const seconds = (): number => Math.floor(Date.now() / 1_000)
