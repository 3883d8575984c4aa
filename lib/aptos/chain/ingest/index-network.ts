import * as z from 'zod'
import { collectionResource } from '#lib/aptos/chain/decode/digital-assets.ts'
import { readFungibleState } from '#lib/aptos/chain/decode/fungible-state.ts'
import { addressField } from '#lib/aptos/chain/decode/node-fields.ts'
import { chainIdOf, type NamedNetwork } from '#lib/aptos/chain/rpc/network-identity.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosLedger } from '#lib/aptos/chain/rpc/request-node.ts'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import {
  type AptosIndexOptions,
  createAptosIndex,
  createAptosRangeIndex,
  createAptosRefillIndex,
  dueVersions,
  postponeVersion,
  type ReadableVersion,
  replaceSetAside,
  setAsideVersion,
  writeAptosChainRow,
} from '#lib/aptos/chain/write/aptos-index.ts'
import { NotServed } from '#lib/aptos/chain/write/known-assets.ts'
import { versionsWithout } from '#lib/aptos/chain/write/stored-intervals.ts'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { longAddress } from '#lib/base/hex.ts'
import type { Log } from '#lib/base/log.ts'
import type { BatchLimits } from '#lib/indexing/batch-size.ts'
import { type ChainReader, isSetAside } from '#lib/indexing/chain.ts'
import { fillRanges, follow, runUntilDone } from '#lib/indexing/follow.ts'
import { createIndexNotes } from '#lib/indexing/index-notes.ts'
import { type BlockRange, intersectRanges } from '#lib/indexing/intervals.ts'
import { isolateCrashes } from '#lib/indexing/isolate-crashes.ts'
import { type RereadOptions, rereadBlocks } from '#lib/indexing/reread-doubtful.ts'
import { createRefusedNote } from '#lib/nodes/identity-check.ts'
import type { WorkerAttempts } from '#lib/store/attempts/attempts.ts'
import type { Store } from '#lib/store/store.ts'
import { createVersionReader, type PageThreads } from './page-decoder.ts'

const tokenStore = z.object({ tokens: z.object({ handle: addressField }) })

/**
 * Ledger data from before the start of the index, requested from the node: neither of the two ever changes. A node without
 * resources leaves the data unknown, and everything else is indexed.
 */
export const nodeLookUp = (node: AptosNode): AptosIndexOptions['lookUp'] => {
  const { tokenStore, asset, collection } = lookUpsOf(node)
  return {
    tokenStore: orNotServed(tokenStore),
    asset: orNotServed(asset),
    collection: orNotServed(collection),
  }
}

const orNotServed =
  <Asked, Found>(lookUp: (asked: Asked, signal?: AbortSignal) => Promise<Found>) =>
  async (asked: Asked, signal?: AbortSignal): Promise<Found | NotServed> => {
    try {
      return await lookUp(asked, signal)
    } catch (error) {
      if (isServiceError(error, 'not_available')) return new NotServed()
      throw error
    }
  }

const lookUpsOf = (node: AptosNode) => ({
  tokenStore: async (account: string, signal?: AbortSignal) => {
    const type = '0x3::token::TokenStore'
    const resource = await node.resource(account, type, signal)
    return resource === undefined ? undefined : fieldsOf(tokenStore, resource, type).tokens.handle
  },
  asset: async ({ address, coinType }: { address: string; coinType: string | null }, signal?: AbortSignal) => {
    const coinAt = coinType?.slice(0, coinType.indexOf('::'))
    const coin = coinAt ? await writeOf(node, coinAt, `0x1::coin::CoinInfo<${coinType}>`, signal) : []
    const writes = await Promise.all(fungibleTypes.map((type) => writeOf(node, address, type, signal)))
    const { assets } = readFungibleState([...coin, ...writes.flat()], 'newest', new Map())
    return assets.findLast(({ metadata }) => metadata !== undefined)?.metadata
  },
  collection: async (object: string, signal?: AbortSignal) => {
    const type = '0x4::collection::Collection'
    const resource = await node.resource(object, type, signal)
    if (resource === undefined) return undefined
    const { creator, name, uri } = fieldsOf(collectionResource, resource, type)
    return { creator: longAddress(creator), name, uri }
  },
})

/** The resource of an asset as the decoder reads it; undefined without one. */
const writeOf = async (node: AptosNode, at: string, type: string, signal?: AbortSignal): Promise<object[]> => {
  const data = await node.resource(at, type, signal)
  return data === undefined ? [] : [{ type: 'write_resource', address: at, data: { type, data } }]
}

const fungibleTypes = [
  '0x1::fungible_asset::Metadata',
  '0x1::object::ObjectCore',
  '0x1::fungible_asset::ConcurrentSupply',
  '0x1::fungible_asset::Supply',
]

const fieldsOf = <T>(schema: z.ZodType<T>, resource: unknown, type: string): T => {
  const read = schema.safeParse(resource)
  if (read.success) return read.data
  throw new ServiceError('upstream_failed', `The Aptos node returned the resource ${type} in an unexpected format.`, {
    cause: read.error,
  })
}

type Refill = {
  chainId: number
  node: AptosNode
  reader: ChainReader<ReadableVersion>
  batch: Partial<BatchLimits>
  pollMs: number
  clock: Clock
  log: Log
  /** Named in every line of the log. */
  facts: object
}

/** Fewer than the indexing of new versions beside it, which must not wait. */
const requestsMax = 1
/** How long the node is left alone before it is asked again which versions it still has. */
const pauseMs = 60_000

/**
 * Reads stored versions once more that were indexed without one of the contents, oldest first: by an earlier release, or
 * before a setting was changed. Versions that the node has pruned stay without it, and coverage excludes them.
 */
const refillVersions = async (
  store: Store<AptosTables>,
  { chainId, node, reader, batch, pollMs, clock, log, facts }: Refill,
  options: AptosIndexOptions & { signal: AbortSignal },
): Promise<void> => {
  const { contents, signal } = options
  const lacking = async (): Promise<BlockRange[]> => {
    const ranges = await versionsWithout(store.db, chainId, contents)
    if (ranges.length === 0) return []
    const { oldestVersion, newestVersion } = await node.newestLedger(signal)
    return intersectRanges(ranges, [{ first: oldestVersion, last: newestVersion }])
  }
  while (!signal.aborted) {
    const pruned = new AbortController()
    try {
      const ranges = await lacking()
      if (ranges.length === 0) return
      log.info({ ...facts, ranges, contents }, 'reading stored versions again for a new content')
      await fillRanges(reader, createAptosRefillIndex(store, chainId, options), ranges, {
        signal: AbortSignal.any([signal, pruned.signal]),
        pollMs,
        clock,
        batch,
        requestsMax,
        onFailure: (error, retryInMs) => {
          log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, 'could not read stored versions again')
          if (isServiceError(error, 'not_available')) pruned.abort()
        },
      })
      if (!pruned.signal.aborted) return
    } catch (error) {
      if (signal.aborted) return
      log.warn({ ...facts, err: error, retryInMs: pauseMs }, 'could not read stored versions again')
    }
    await clock.wait(pauseMs, signal)
  }
}

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
