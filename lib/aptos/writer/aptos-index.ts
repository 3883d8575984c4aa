import type { Transaction } from 'kysely'
import { ServiceError } from '#lib/api/errors.ts'
import type { DecodedVersion } from '#lib/aptos/decode/decode-version.ts'
import type { AptosTables } from '#lib/aptos/tables.ts'
import type { BlockLink, ChainIndex, RangeIndex } from '#lib/indexing/chain.ts'
import type { Store } from '#lib/store/store.ts'
import { appendVersions } from './append-versions.ts'
import { readChainRow, writeChainRow } from './chain-row.ts'
import { askForCollections, type CollectionLookUp, readKnownAssets } from './known-assets.ts'
import { readIntervals, type StoredInterval } from './stored-intervals.ts'
import { createTableOwners, type TokenStoreLookUp } from './table-owners.ts'

export type AptosIndexOptions = {
  /** Asked for what the ledger said before our start; called outside of transactions. */
  lookUp: { tokenStore: TokenStoreLookUp; collection: CollectionLookUp }
  signal?: AbortSignal
}

/**
 * One Aptos network as the store has it, followed from version `from` on. Where it began at the head that is left out: the
 * first version is kept with the first versions.
 */
export const createAptosIndex = (
  store: Store<AptosTables>,
  chainId: number,
  options: AptosIndexOptions & { from?: number },
): ChainIndex<DecodedVersion> => {
  const firstVersion = async (db = store.db): Promise<number | undefined> =>
    options.from ?? (await readChainRow(db, chainId))?.followed_from ?? undefined
  const write = versionWriter(store, chainId, options, async (transaction, start) => {
    if ((await firstVersion(transaction)) === undefined)
      await writeChainRow(transaction, chainId, { followed_from: start })
  })

  const tip = async (): Promise<BlockLink | undefined> => {
    const from = await firstVersion()
    const interval = (await readIntervals(store.db, chainId)).find((range) => holds(range, from))
    return interval && { number: interval.last, hash: interval.hash }
  }

  return {
    tip,
    // Everything that is stored is final.
    finalized: async () => (await tip())?.number,
    linkAt: (number) => linkAt(store, chainId, number),
    append: write,
    rewind: async () => {
      throw new ServiceError('upstream_failed', 'The Aptos node tells another ledger than the one stored.', {
        retryAfterSeconds: 60,
      })
    },
  }
}

/** Separate ranges of one Aptos network as the store has them, in any order. */
export const createAptosRangeIndex = (
  store: Store<AptosTables>,
  chainId: number,
  options: AptosIndexOptions,
): RangeIndex<DecodedVersion> => ({
  // Everything that is stored is final.
  finalized: async () => (await readIntervals(store.db, chainId)).at(-1)?.last,
  linkAt: (number) => linkAt(store, chainId, number),
  covered: () => readIntervals(store.db, chainId),
  appendRange: versionWriter(store, chainId, options),
})

/** Of a stored interval only the hash at its end is known. */
const linkAt = async (store: Store<AptosTables>, chainId: number, number: number): Promise<BlockLink | undefined> => {
  const interval = (await readIntervals(store.db, chainId)).find(({ last }) => last === number)
  return interval && { number, hash: interval.hash }
}

/** Stores versions in one transaction, after asking for what only the ledger knows; `first` may write with them. */
const versionWriter = (
  store: Store<AptosTables>,
  chainId: number,
  { lookUp, signal }: AptosIndexOptions,
  first?: (transaction: Transaction<AptosTables>, start: number) => Promise<void>,
): ChainIndex<DecodedVersion>['append'] => {
  const owners = createTableOwners(store, chainId, lookUp.tokenStore)
  return async (versions, head, alongside) => {
    const facts = versions.flatMap(({ facts }) => facts ?? [])
    const tables = await owners.find(facts, signal)
    const collections = facts.some(({ assets }) => assets)
      ? await askForCollections(
          facts,
          await store.db.transaction().execute((transaction) => readKnownAssets(store, transaction, chainId, facts)),
          lookUp.collection,
          signal,
        )
      : new Map()
    await store.db.transaction().execute(async (transaction) => {
      await writeChainRow(transaction, chainId, { head_version: head.latest })
      const start = versions[0]?.number
      if (start === undefined) return
      await first?.(transaction, start)
      await appendVersions(store, transaction, chainId, versions, { tables, collections })
      await alongside?.(transaction, versions)
    })
    owners.keep(tables)
  }
}

const holds = ({ first, last }: StoredInterval, version: number | undefined): boolean =>
  version !== undefined && first <= version && version <= last
