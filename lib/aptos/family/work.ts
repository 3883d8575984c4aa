import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import { createPageThreads } from '#lib/aptos/chain/ingest/page-decoder.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { keepDocuments } from '#lib/aptos/nft/keep-documents.ts'
import { documentSources } from '#lib/config/config.ts'
import type { FamilyWork, WorkBase } from '#lib/config/family.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import type { Work } from '#lib/store/workers/join-workers.ts'
import { aptosSources } from './sources.ts'

const pollMs = 1_000

/** Indexes every configured network, and reads the documents that its tokens name. */
export const prepareAptosWork = async ({ config, stores, log }: WorkBase): Promise<FamilyWork> => {
  const { contents } = config.families.aptos
  const withMedia = stores.main.withTables<AptosTables & MediaTables>()
  const outbound = createOutbound({ allow: config.outside.outboundAllow })
  const documents = documentSources(config, outbound)
  const threads = createPageThreads()
  return {
    start: ({ onMain, onChain }) => {
      const nodes = aptosSources(config, stores)
      const indexing = (['mainnet', 'testnet'] as const).flatMap((name) => {
        const node = nodes[name]
        if (node === undefined) return []
        // The demo ledger is indexed in full.
        const network = config.demo ? { start: { at: 0 } } : config.families.aptos[name]
        return [
          onChain(aptosChainNames[name], (anyStore) => {
            const store = anyStore.withTables<AptosTables>()
            const toIndex = { name, node, ...network, contents, pollMs, threads }
            const pieces: Readonly<Record<string, Work>> = {
              index: async (signal, attempts) =>
                await (await indexNetwork(store, toIndex, { log, signal, attempts })).rereading,
            }
            return { pieces }
          }),
        ]
      })
      return indexing.length > 0
        ? [
            ...indexing,
            onMain('aptos documents', (signal, attempts) =>
              keepDocuments(withMedia, documents, log, { signal, options: { attempts } }),
            ),
          ]
        : []
    },
    close: async () => {
      await Promise.all([outbound.close(), threads.close()])
    },
  }
}
