import { indexNetwork } from '#lib/aptos/ingest/index-network.ts'
import type { AptosTables } from '#lib/aptos/tables.ts'
import type { FamilyWork, WorkBase } from '#lib/family.ts'
import { aptosSources } from './sources.ts'

const pollMs = 1_000

/** Indexes every configured network. */
export const prepareAptosWork = async ({ config, store: anyStore, log }: WorkBase): Promise<FamilyWork> => {
  const store = anyStore.withTables<AptosTables>()
  const { contents } = config.families.aptos
  return {
    start: (signal, watched) => {
      const nodes = aptosSources(config, store)
      return (['mainnet', 'testnet'] as const).flatMap((name) => {
        const node = nodes[name]
        if (node === undefined) return []
        // The demo ledger is indexed in full.
        const network = config.demo ? { start: { at: 0 } } : config.families.aptos[name]
        const indexing = indexNetwork(store, { name, node, ...network, contents, pollMs }, log, signal, watched)
        return [indexing.then(({ rereading }) => rereading)]
      })
    },
  }
}
