import { systemClock } from '#lib/base/clock.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { fetchChainId, lastLocalChainId } from '#lib/evm/chain/served/chain-id.ts'
import { readChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { dueBlocks, postponeDoubtful } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import { writeChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex, createEvmRangeIndex, replaceDoubtful } from '#lib/evm/chain/write/writer.ts'
import { addTokensOfBlocks } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { fillRanges, follow, runUntilDone } from '#lib/indexing/follow.ts'
import { createIndexNotes } from '#lib/indexing/index-notes.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { isolateCrashes } from '#lib/indexing/isolate-crashes.ts'
import { type RereadOptions, rereadBlocks } from '#lib/indexing/reread-doubtful.ts'
import { createRefusedNote } from '#lib/nodes/identity-check.ts'
import type { Store } from '#lib/store/store.ts'
import { type ChainToIndex, type IndexRun, shareBacklog, warningReader } from './share-backlog.ts'

type EvmRereadOptions = Omit<RereadOptions, 'onReplaced'> & {
  log: { info(facts: object, text: string): void }
}

/** Reads the doubtful blocks of a chain again until they pass all checks. */
export const rereadDoubtful = (
  store: Store<EvmTables>,
  chain: number,
  reader: Pick<EvmReader, 'readRight'>,
  { log, ...options }: EvmRereadOptions,
): Promise<void> =>
  rereadBlocks(
    {
      due: (nowSeconds, countMax) => dueBlocks(store.db, chain, nowSeconds, countMax),
      replace: async (due) => {
        const block = await reader.readRight(due.number, options.signal)
        if (block?.hash !== due.hash) return false
        await replaceDoubtful(store, chain, block)
        // The search for tokens without a document is past this block.
        await addTokensOfBlocks(store.db, chain, { first: block.number, last: block.number }, Date.now())
        return true
      },
      postpone: (number, nowSeconds) => postponeDoubtful(store.db, chain, number, nowSeconds),
    },
    {
      ...options,
      onReplaced: ({ number, fault }) =>
        log.info({ chain, block: number, fault }, 'a block that had been set aside is consistent now'),
    },
  )

/** A single node without a load balancer: a lower head is accepted soon. */
const devnetLowerHead = { polls: 3, ms: 1_000 }

/**
 * Indexes one chain until `signal` ends it, or until its ranges or its end block are stored; `rereading` of doubtful blocks
 * continues until `signal` ends it. Survives failures of its node: they are recorded in the chain's status and retried.
 */
export const indexChain = async (
  store: Store<EvmTables>,
  chain: ChainToIndex,
  { log, signal, attempts }: IndexRun,
): Promise<{ rereading: Promise<void> }> => {
  const { reader, ranges, end: to, clock = systemClock } = chain
  const facts = { chain: chain.name }
  let id = chain.expectedId ?? (await lastLocalChainId(store))
  const refusedNodes = createRefusedNote(log, facts, () => chain.pool?.refused() ?? [])
  const notes = createIndexNotes({
    ...{ log, facts, clock },
    write: async (error) => {
      const seen = { refusedNodes: refusedNodes(), notices: reader.notices() }
      await writeChainStatus(store.db, id, { checkedAt: Math.floor(Date.now() / 1_000), error, ...seen })
    },
  })
  const run = { signal, clock, pollMs: chain.pollMs, onFailure: notes.failed }

  // At the start, the node may be down.
  const taken = await runUntilDone(() => fetchChainId(reader, chain.expectedId, store, signal), run)
  if (taken === undefined) return { rereading: Promise.resolve() }
  id = taken

  const own = attempts?.of(id, 'evm-blocks')
  const isolated = isolateCrashes(warningReader(chain, log), own, { placeOf: reader.placeOf })
  // Runs beside indexing, and longer: ranges may be complete while one of their blocks is set aside.
  const rereading = rereadDoubtful(store, id, reader, { log, clock, attempts: own, signal })
  const withOthers = (wanted: readonly BlockRange[], alone: (signal: AbortSignal) => Promise<void>) =>
    shareBacklog(store, chain, wanted, { ...run, worker: attempts?.worker, alone })

  if (ranges) {
    log.info({ ...facts, chainId: id, ranges }, 'indexing ranges')
    const index = isolated.rangeIndex(createEvmRangeIndex(store, id))
    await withOthers(ranges, (signal) =>
      fillRanges(isolated.reader, index, ranges, { ...run, signal, onStep: notes.goesOn }),
    )
    return { rereading }
  }

  const from = await runUntilDone(() => firstToFollow(store, id, chain, signal), run)
  if (signal.aborted) return { rereading }
  log.info({ ...facts, chainId: id, start: chain.start, from, to }, 'following')
  const index = isolated.index(createEvmIndex(store, id, { from, to }))
  const wanted = from === undefined ? [] : [{ first: from, last: to ?? Number.MAX_SAFE_INTEGER }]
  await withOthers(wanted, (signal) =>
    follow(isolated.reader, index, {
      ...run,
      signal,
      start: from ?? startOf(chain.start),
      end: to,
      allowReset: chain.mayReset,
      ...(chain.mayReset && { lowerHead: devnetLowerHead }),
      onStep: (step) => {
        if (step.kind === 'rewound')
          log.warn({ ...facts, from: step.from, to: step.to }, 'reverted blocks after a reorg')
        notes.goesOn()
      },
    }),
  )
  return { rereading }
}

/**
 * The block from which a chain is followed, undefined at its head. After blocks that no node has any more, before what is stored
 * or since, indexing goes on where they have some.
 */
const firstToFollow = async (
  store: Store<EvmTables>,
  id: number,
  { start, end, reader }: ChainToIndex,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const wanted = 'at' in start ? start.at : ((await readChainRow(store.db, id))?.followed_from ?? undefined)
  if (wanted === undefined) return undefined
  const covered = await createEvmRangeIndex(store, id).covered()
  const stored = covered.find(({ first, last }) => first <= wanted && wanted <= last)
  const next = stored ? stored.last + 1 : wanted
  const { latest } = await reader.head(signal)
  const last = Math.min(latest, end ?? latest)
  if (next > last) return wanted
  const found = await reader.earliest({ first: next, last }, signal)
  return found === undefined || found === next ? wanted : found
}

const startOf = (start: ChainToIndex['start']): number | 'latest' => {
  if ('at' in start) return start.at
  return start.beforeHead === 0 ? 'latest' : -start.beforeHead
}
