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

/** These chains by their database: the main one first, even without a chain. */
export const chainsByStore = <Chain>(
  { main, of }: Stores,
  chains: readonly Chain[],
  nameOf: (chain: Chain) => string,
): ReadonlyMap<Store<unknown>, readonly Chain[]> => {
  const grouped = Map.groupBy(chains, (chain) => of(nameOf(chain)))
  return new Map([[main, grouped.get(main) ?? []], ...grouped])
}
