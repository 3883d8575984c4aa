import type { Kysely, Transaction } from 'kysely'
import type { DecodedVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AptosChainRow, AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import { ServiceError } from '#lib/base/errors.ts'
import {
  type BlockLink,
  type ChainIndex,
  type Head,
  isSetAside,
  type RangeIndex,
  runsOf,
  type SetAsideBlock,
} from '#lib/indexing/chain.ts'
import { doubtfulBlocksIn } from '#lib/indexing/doubtful-blocks.ts'
import { type BlockRange, mergeRanges } from '#lib/indexing/intervals.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import { appendVersions } from './append-versions.ts'
import {
  type AssetLookUp,
  type CollectionLookUp,
  createAssetFinder,
  fetchCollections,
  readKnownAssets,
} from './known-assets.ts'
import { readAptosIntervals, versionsWith } from './stored-intervals.ts'
import { createTableOwners, type TokenStoreLookUp } from './table-owners.ts'

export const readAptosChainRow = (db: Kysely<AptosTables>, chainId: number): Promise<AptosChainRow | undefined> =>
  db.selectFrom('aptos_chains').selectAll().where('chain_id', '=', chainId).executeTakeFirst()

/**
 * Updates columns of the network's row, which is created if missing. In a transaction the row stays locked until the
 * end: writers of one network start with it, so they run one after another.
 */
export const writeAptosChainRow = async (
  db: Kysely<AptosTables>,
  chainId: number,
  columns: Partial<Omit<AptosChainRow, 'chain_id'>>,
): Promise<void> => {
  await db
    .insertInto('aptos_chains')
    .values({ ...emptyChainRow(chainId), ...columns })
    .onConflict((conflict) =>
      conflict.column('chain_id').doUpdateSet(({ ref }) => ({ error: ref('aptos_chains.error'), ...columns })),
    )
    .execute()
}

const emptyChainRow = (chainId: number): AptosChainRow => ({
  chain_id: chainId,
  followed_from: null,
  head_version: null,
  oldest_version: null,
  checked_at: null,
  error: null,
  refused_nodes: null,
  lacks_state: null,
})

/** What indexing receives for a version: a set-aside one has no hash, which depends on its contents. */
export type ReadableVersion = DecodedVersion | SetAsideBlock

export const setAsideVersion = (number: number, fault: string): SetAsideBlock => ({ number, hash: '0x', fault })

const doubtful = doubtfulBlocksIn<AptosTables>('aptos_doubtful_versions')
export const { dueBlocks: dueVersions, postponeDoubtful: postponeVersion } = doubtful
const { forgetDoubtful: forgetVersions, noteDoubtful: noteVersions, setAsideBetween: setAsideVersions } = doubtful

export type AptosIndexOptions = {
  /** What the versions are decoded with, besides tokens of module 0x3. */
  contents: readonly AptosContent[]
  /** Looks up ledger data from before our start; called outside of transactions. */
  lookUp: { tokenStore: TokenStoreLookUp; collection: CollectionLookUp; asset: AssetLookUp }
  signal?: AbortSignal
}

/**
 * The stored index of an Aptos network, followed from version `from`. Omitted to start at the head: the first version
 * is then stored with the first batch.
 */
export const createAptosIndex = (
  store: Store<AptosTables>,
  chainId: number,
  options: AptosIndexOptions & { from?: number },
): ChainIndex<ReadableVersion> => {
  const firstVersion = async (db = store.db): Promise<number | undefined> =>
    options.from ?? (await readAptosChainRow(db, chainId))?.followed_from ?? undefined
  const write = versionWriter(store, chainId, options, async (transaction, start) => {
    if ((await firstVersion(transaction)) === undefined)
      await writeAptosChainRow(transaction, chainId, { followed_from: start })
  })

  const tip = async (): Promise<BlockLink | undefined> => {
    const from = await firstVersion()
    const row = (await passedRanges(store.db, chainId)).find((range) => holds(range, from))
    if (!row) return undefined
    return (await linkAt(store, chainId, row.last)) ?? setAsideVersion(row.last, '')
  }

  return {
    tip,
    // Everything that is stored is final.
    finalized: async () => (await tip())?.number,
    // A set-aside version has no hash to compare with the ledger.
    linkAt: (number) => linkAt(store, chainId, number),
    append: write,
    rewind: async () => {
      throw new ServiceError('upstream_failed', 'The Aptos node has a different ledger than the index.', {
        retryAfterSeconds: 60,
      })
    },
  }
}

/** The stored index of separate ranges of one Aptos network, in any order. */
export const createAptosRangeIndex = (
  store: Store<AptosTables>,
  chainId: number,
  options: AptosIndexOptions,
): RangeIndex<ReadableVersion> => ({
  // Everything that is stored is final.
  finalized: async () => (await passedRanges(store.db, chainId)).at(-1)?.last,
  linkAt: (number) => linkAt(store, chainId, number),
  covered: () => passedRanges(store.db, chainId),
  appendRange: versionWriter(store, chainId, options),
})

/** Stored versions that lack a content, to be stored once more with it. */
export const createAptosRefillIndex = (
  store: Store<AptosTables>,
  chainId: number,
  options: AptosIndexOptions,
): RangeIndex<ReadableVersion> => ({
  ...createAptosRangeIndex(store, chainId, options),
  covered: () => versionsWith(store.db, chainId, options.contents),
})

/** Stores a version that was set aside. */
export const replaceSetAside = async (
  store: Store<AptosTables>,
  chainId: number,
  version: DecodedVersion,
  options: AptosIndexOptions,
): Promise<void> => await versionWriter(store, chainId, options)([version])

/** Stored or set-aside versions: indexing continues after them. */
const passedRanges = async (db: Kysely<AptosTables>, chainId: number): Promise<BlockRange[]> => {
  const aside = await setAsideVersions(db, chainId, 0, Number.MAX_SAFE_INTEGER)
  const single = [...aside.keys()].map((number) => ({ first: number, last: number }))
  return mergeRanges([...(await readAptosIntervals(db, chainId)), ...single])
}

/** Only the hash at the end of a stored interval is known. */
const linkAt = async (store: Store<AptosTables>, chainId: number, number: number): Promise<BlockLink | undefined> => {
  const interval = (await readAptosIntervals(store.db, chainId)).find(({ last }) => last === number)
  return interval && { number, hash: interval.hash }
}

/** Stores versions in one transaction, after looking up ledger data; `first` may write in the same transaction. */
const versionWriter = (
  store: Store<AptosTables>,
  chainId: number,
  { lookUp, contents, signal }: AptosIndexOptions,
  first?: (transaction: Transaction<AptosTables>, start: number) => Promise<void>,
): ((versions: readonly ReadableVersion[], head?: Head, alongside?: Alongside<ReadableVersion>) => Promise<void>) => {
  const owners = createTableOwners(store, chainId, lookUp.tokenStore)
  const assetFinder = createAssetFinder(store, chainId, lookUp.asset)
  return async (versions, head, alongside) => {
    const decoded = versions.filter((version): version is DecodedVersion => !isSetAside(version))
    const facts = decoded.flatMap(({ facts }) => facts ?? [])
    const fungible = decoded.flatMap(({ fungible }) => fungible ?? [])
    const tables = await owners.find(facts, signal)
    const { assets, isPartial: lacksAssets } = await assetFinder.find(fungible, signal)
    const { collections, isPartial: lacksCollections } = facts.some(({ assets }) => assets)
      ? await fetchCollections(
          facts,
          await store.db.transaction().execute((transaction) => readKnownAssets(store, transaction, chainId, facts)),
          lookUp.collection,
          signal,
        )
      : { collections: new Map(), isPartial: false }
    const lacksState = tables.isPartial || lacksAssets || lacksCollections
    await store.db.transaction().execute(async (transaction) => {
      await writeAptosChainRow(transaction, chainId, {
        ...(head && { head_version: head.latest }),
        ...(lacksState && { lacks_state: 1 }),
      })
      const start = versions[0]?.number
      if (start === undefined) return
      await first?.(transaction, start)
      for (const { blocks } of runsOf(decoded))
        await appendVersions({ store, transaction, chainId }, blocks, { tables, collections, assets, contents })
      await noteSetAside(transaction, chainId, versions)
      await alongside?.(transaction, versions)
    })
    owners.keep(tables)
    assetFinder.keep(fungible)
  }
}

/** Records newly set-aside versions, and deletes the records of those that are stored now. */
const noteSetAside = async (
  transaction: Transaction<AptosTables>,
  chainId: number,
  versions: readonly ReadableVersion[],
): Promise<void> => {
  const [first, last] = [versions[0]?.number ?? 0, versions.at(-1)?.number ?? 0]
  const noted = await setAsideVersions(transaction, chainId, first, last)
  const added = versions.filter(isSetAside).filter(({ number }) => !noted.has(number))
  await noteVersions(
    transaction,
    chainId,
    added.map((version) => ({ ...version, isStored: false })),
    Math.floor(Date.now() / 1_000),
  )
  const stored = new Set(versions.filter((version) => !isSetAside(version)).map(({ number }) => number))
  if (noted.size > 0) await forgetVersions(transaction, chainId, first, last, stored)
}

const holds = ({ first, last }: BlockRange, version: number | undefined): boolean =>
  version !== undefined && first <= version && version <= last
