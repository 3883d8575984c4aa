import type { AptosLedger } from '#lib/aptos/chain/rpc/ledger.ts'
import { chainIdOf, type NamedNetwork } from '#lib/aptos/chain/rpc/named-networks.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import {
  type AptosIndexOptions,
  createAptosIndex,
  createAptosRangeIndex,
  replaceSetAside,
} from '#lib/aptos/chain/write/aptos-index.ts'
import { writeAptosChainRow } from '#lib/aptos/chain/write/chain-row.ts'
import {
  dueVersions,
  postponeVersion,
  type ReadableVersion,
  setAsideVersion,
} from '#lib/aptos/chain/write/set-aside-versions.ts'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import { fillRanges } from '#lib/indexing/backfill.ts'
import type { BatchLimits } from '#lib/indexing/batch-size.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { follow } from '#lib/indexing/follow.ts'
import { createIndexNotes } from '#lib/indexing/index-notes.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { isolateCrashes } from '#lib/indexing/isolate-crashes.ts'
import { type RereadOptions, rereadBlocks } from '#lib/indexing/reread-doubtful.ts'
import { runUntilDone } from '#lib/indexing/run-steps.ts'
import { isSetAside } from '#lib/indexing/set-aside.ts'
import { createRefusedNote } from '#lib/nodes/note-refused.ts'
import type { WorkerAttempts } from '#lib/store/attempts/attempts.ts'
import type { Store } from '#lib/store/store.ts'
import { nodeLookUp } from './node-look-up.ts'
import type { PageThreads } from './page-decoder.ts'
import { refillVersions } from './refill-versions.ts'
import { createVersionReader } from './version-reader.ts'

/** The part of one Aptos network to index. */
export type NetworkToIndex = {
  name: NamedNetwork
  node: AptosNode
  /** A ledger version, or a number of versions before the newest. */
  start: { at: number } | { beforeHead: number }
  /** The last ledger version to index; without it the network is followed. */
  end?: number
  /** Instead of start and end: only these versions. */
  ranges?: readonly BlockRange[]
  /** What is indexed besides tokens of module 0x3. */
  contents: readonly AptosContent[]
  pollMs: number
  clock?: Clock
  /** They decode pages; without them, this thread does. */
  threads?: PageThreads | undefined
}

type IndexRun = { log: Log; signal: AbortSignal; attempts?: WorkerAttempts }

/** Pages of 100, with few at first. */
const batch: Partial<BatchLimits> = { initialBlocks: 100, blocksMax: 2_000, targetBytes: 40 * 1024 ** 2 }

/**
 * Indexes one Aptos network until `signal` ends it, or its ranges or its end are stored; `rereading` of versions that
 * are set aside continues until `signal` ends it. It survives failures of its node: they are recorded in the network's
 * status, which pages show, and retried. A stop loses or duplicates nothing, because a step is one transaction.
 */
export const indexNetwork = async (
  store: Store<AptosTables>,
  { name, node, start, end, ranges, contents, pollMs, clock = systemClock, threads }: NetworkToIndex,
  { log, signal, attempts }: IndexRun,
): Promise<{ rereading: Promise<void> }> => {
  const facts = { network: name }
  let chainId: number = chainIdOf(name)
  let ledger: AptosLedger | undefined
  const refusedNodes = createRefusedNote(log, facts, node.refused)
  const notes = createIndexNotes({
    ...{ log, facts, clock },
    write: async (error) => {
      const refused = refusedNodes()
      await writeAptosChainRow(store.db, chainId, {
        ...(ledger && { head_version: ledger.newestVersion, oldest_version: ledger.oldestVersion }),
        refused_nodes: refused.length > 0 ? refused.join('\n') : null,
        checked_at: Math.floor(Date.now() / 1_000),
        error,
      })
    },
  })
  const run = { signal, clock, pollMs, batch, onFailure: notes.failed, onStep: notes.goesOn }

  // At the start, the node may be down.
  const newest = await runUntilDone(() => node.newestLedger(signal), run)
  if (newest === undefined) return { rereading: Promise.resolve() }
  chainId = newest.chainId

  const onLedger = (reported: AptosLedger) => {
    ledger = reported
  }
  const reader = createVersionReader(node, { chainId, contents, threads, onLedger })
  const own = attempts?.of(chainId, 'aptos-versions')
  const placeOf = async (version: number, fault: string) => setAsideVersion(version, fault)
  const isolated = isolateCrashes<ReadableVersion>(reader, own, { placeOf })
  const options = { lookUp: nodeLookUp(node), contents, signal }
  // Run beside indexing, and longer: ranges may be complete while one of their versions is set aside.
  const rereads = rereadSetAside(store, { chainId, reader, ...options }, { log, facts, clock, attempts: own, signal })
  const refills = refillVersions(store, { chainId, node, reader, batch, pollMs, clock, log, facts }, options)
  const rereading = Promise.all([rereads, refills]).then(() => {})

  if (ranges) {
    log.info({ ...facts, chainId, ranges, contents }, 'indexing ranges')
    const index = isolated.rangeIndex(createAptosRangeIndex(store, chainId, options))
    await fillRanges<ReadableVersion>(isolated.reader, index, ranges, run)
    return { rereading }
  }
  log.info({ ...facts, chainId, start, end, contents }, 'following')
  const from = 'at' in start ? start.at : undefined
  const index = isolated.index(createAptosIndex(store, chainId, { ...options, from }))
  await follow<ReadableVersion>(isolated.reader, index, { ...run, start: startOf(start), end })
  return { rereading }
}

/** Reads versions that are set aside again until they can be stored. */
const rereadSetAside = (
  store: Store<AptosTables>,
  { chainId, reader, ...options }: AptosIndexOptions & { chainId: number; reader: ChainReader<ReadableVersion> },
  { log, facts, ...run }: Omit<RereadOptions, 'onReplaced'> & { log: Log; facts: object },
): Promise<void> =>
  rereadBlocks(
    {
      due: (nowSeconds, countMax) => dueVersions(store.db, chainId, nowSeconds, countMax),
      replace: async ({ number }) => {
        const [version] = await reader.blocks(number, number, run.signal)
        if (!version || isSetAside(version)) return false
        await replaceSetAside(store, chainId, version, options)
        return true
      },
      postpone: (number, nowSeconds) => postponeVersion(store.db, chainId, number, nowSeconds),
    },
    {
      ...run,
      onReplaced: ({ number }) => log.info({ ...facts, version: number }, 'indexed a version that had been set aside'),
    },
  )

const startOf = (start: NetworkToIndex['start']): number | 'latest' => {
  if ('at' in start) return start.at
  return start.beforeHead === 0 ? 'latest' : -start.beforeHead
}
