import { ServiceError } from '#lib/api/errors.ts'
import type { DecodedVersion } from '#lib/aptos/decode/decode-version.ts'
import type { AptosTables } from '#lib/aptos/tables.ts'
import type { BlockLink, ChainIndex } from '#lib/indexing/chain.ts'
import type { Store } from '#lib/store/store.ts'
import { appendVersions } from './append-versions.ts'
import { readChainRow, writeChainRow } from './chain-row.ts'
import { askForCollections, type CollectionLookUp, readKnownAssets } from './known-assets.ts'
import { readIntervals, type StoredInterval } from './stored-intervals.ts'
import { createTableOwners, type TokenStoreLookUp } from './table-owners.ts'

export type AptosIndexOptions = {
  /** First version of what is followed. Left out where it began at the head: it is kept with the first versions. */
  from?: number
  /** Asked for what the ledger said before our start; called outside of transactions. */
  lookUp: { tokenStore: TokenStoreLookUp; collection: CollectionLookUp }
  signal?: AbortSignal
}

/** One Aptos network as the store has it, followed from one version on. */
export const createAptosIndex = (
  store: Store<AptosTables>,
  chainId: number,
  options: AptosIndexOptions,
): ChainIndex<DecodedVersion> => {
  const { lookUp, signal } = options
  const owners = createTableOwners(store, chainId, lookUp.tokenStore)
  const firstVersion = async (db = store.db): Promise<number | undefined> =>
    options.from ?? (await readChainRow(db, chainId))?.followed_from ?? undefined

  const tip = async (): Promise<BlockLink | undefined> => {
    const from = await firstVersion()
    const interval = (await readIntervals(store.db, chainId)).find((range) => holds(range, from))
    return interval && { number: interval.last, hash: interval.hash }
  }

  return {
    tip,
    // Everything that is stored is final.
    finalized: async () => (await tip())?.number,
    linkAt: async (number) => {
      const interval = (await readIntervals(store.db, chainId)).find(({ last }) => last === number)
      return interval && { number, hash: interval.hash }
    },
    append: async (versions, head) => {
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
        if ((await firstVersion(transaction)) === undefined)
          await writeChainRow(transaction, chainId, { followed_from: start })
        await appendVersions(store, transaction, chainId, versions, { tables, collections })
      })
      owners.keep(tables)
    },
    rewind: async () => {
      throw new ServiceError('upstream_failed', 'The Aptos node tells another ledger than the one stored.', {
        retryAfterSeconds: 60,
      })
    },
  }
}

const holds = ({ first, last }: StoredInterval, version: number | undefined): boolean =>
  version !== undefined && first <= version && version <= last
