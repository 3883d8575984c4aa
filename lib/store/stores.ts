import { readable } from '#lib/api/readable.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import type { Store } from './store.ts'

/** The databases of an installation. */
export type Stores = {
  /** Accounts, keys, limits, settings and previews, and the chains without a database of their own. */
  main: Store<unknown>
  /** The database of a chain, by its name in URLs. */
  of(chain: string): Store<unknown>
  /** Every one once, the main one first. */
  all: readonly Store<unknown>[]
  /** Resolves when the database of a chain is open and up to date; until then it refuses every use with `not_available`. */
  opened(chain: string): Promise<void>
  /** As that of one database: undefined if that of any of them is not known. */
  version(): string | undefined
  close(): Promise<void>
}

/** The database of one chain, while it may still be opening. */
export type ChainStore = { store: Store<unknown>; opened: Promise<void>; close(): Promise<void> }

/** Several chains may share a database: the same `ChainStore`. */
export const createStores = (main: Store<unknown>, chains: ReadonlyMap<string, ChainStore>): Stores => {
  const others = [...new Set(chains.values())]
  const all = [main, ...others.map(({ store }) => store)]
  return {
    main,
    all,
    of: (chain) => chains.get(chain)?.store ?? main,
    opened: async (chain) => await chains.get(chain)?.opened,
    version: () => {
      const versions = all.map((store) => store.version())
      return versions.includes(undefined) ? undefined : versions.join(' ')
    },
    close: async () => {
      await Promise.all(others.map((each) => each.close()))
      await main.close()
    },
  }
}

/** Each database is waited for this long, so that none delays what others have. */
const readMs = 4_000

/** Reads of each database that has some of these chains; those that cannot be read, or not in time, are left out. @throws if all fail. */
export const readByStore = async <Chain, Read>(
  stores: Stores,
  chains: readonly Chain[],
  nameOf: (chain: Chain) => string,
  read: (store: Store<unknown>, chains: readonly Chain[]) => Promise<Read>,
): Promise<Read[]> => {
  using limit = timeLimit(readMs, 'The database of this chain did not answer in time.')
  return await readable(
    [...chainsByStore(stores, chains, nameOf)].map(([store, own]) => untilAborted(read(store, own), limit.signal)),
  )
}

/** These chains by their database. */
const chainsByStore = <Chain>(
  { of }: Stores,
  chains: readonly Chain[],
  nameOf: (chain: Chain) => string,
): ReadonlyMap<Store<unknown>, readonly Chain[]> => Map.groupBy(chains, (chain) => of(nameOf(chain)))
