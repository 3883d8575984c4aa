import { documentSources } from '#lib/document-sources.ts'
import { runBackfills } from '#lib/evm/backfill/run-backfills.ts'
import { keepBalances } from '#lib/evm/balances/keep-balances.ts'
import { keepContractMetadata } from '#lib/evm/contract-metadata/keep-contract-metadata.ts'
import { indexChain } from '#lib/evm/index-chain.ts'
import { keepMetadata } from '#lib/evm/metadata/keep-metadata.ts'
import { keepRatings } from '#lib/evm/ratings/keep-ratings.ts'
import { redecodeChain } from '#lib/evm/redecode/redecode-chain.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { keepInternalTransfers } from '#lib/evm/traces/keep-internal-transfers.ts'
import { createCompiler } from '#lib/evm/verify/compile/compile-contract.ts'
import { createSolcVersions, type SolcSource } from '#lib/evm/verify/compile/solc-versions.ts'
import { runVerifications } from '#lib/evm/verify/run-verifications.ts'
import { withChainId } from '#lib/evm/with-chain-id.ts'
import type { FamilyWork, WorkBase } from '#lib/family.ts'
import { keepMedia } from '#lib/media/keep-media.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { makePrivateFolder } from '#lib/store/drivers/sqlite/private-files.ts'
import { evmSources, knownAddresses } from './sources.ts'

const devnetPollMs = 400
const chainPollMs = 2_000

/** Where other versions of the Solidity compiler come from. The operator named the host: it may be on a private network. */
const compilerSource = ({ outside: { solcUrl, solcDir } }: WorkBase['config']): SolcSource | undefined => {
  if (solcUrl === undefined) return undefined
  const { hostname, port, protocol } = new URL(solcUrl)
  const allow = [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
  return { url: solcUrl, directory: solcDir, outbound: createOutbound({ allow }) }
}

/** Indexes every configured EVM chain independently, including its enrichment. */
export const prepareEvmWork = async ({ config, stores, log }: WorkBase): Promise<FamilyWork> => {
  const known = await knownAddresses(config, log)
  const outbound = createOutbound({ allow: config.outside.outboundAllow })
  const documents = documentSources(config, outbound)
  const directory = config.outside.mediaDir
  const compilers = compilerSource(config)
  const compiler = createCompiler(createSolcVersions(compilers))
  return {
    start: (signal, { main, onChain }) => {
      makePrivateFolder(directory)
      const chains = evmSources(config, stores).map((source) => {
        const { chain, isDevnet } = source
        return { ...source, name: chain, mayReset: isDevnet, pollMs: isDevnet ? devnetPollMs : chainPollMs }
      })
      return [
        keepMedia(stores.main.withTables<EvmTables>(), { ...documents, directory }, log, signal, { watched: main }),
        ...chains.map((chain) =>
          onChain(chain.name, (anyStore, watched) => {
            const store = anyStore.withTables<EvmTables>()
            const { expectedId, pool, tracePool } = chain
            const underId = (work: (id: number, signal: AbortSignal) => Promise<void>) =>
              withChainId(store, expectedId, work, signal)
            const index = async () => await (await indexChain(store, chain, log, signal, watched)).rereading
            return [
              index(),
              // The demo ledger is indexed whole: its contracts have no history of their own.
              ...(config.demo ? [] : [runBackfills(store, chain, log, signal, watched)]),
              underId((id, signal) => keepContractMetadata(store, id, pool, log, signal, { watched })),
              underId((id, signal) => keepBalances(store, id, log, signal)),
              ...(tracePool
                ? [underId((id, signal) => keepInternalTransfers(store, id, tracePool, log, signal, { watched }))]
                : []),
              underId((id, signal) => redecodeChain(store, id, log, signal)),
              underId((id, signal) => keepMetadata(store, id, { ...documents, pool }, log, signal, { watched })),
              underId((id, signal) => runVerifications(store, id, { pool, compiler }, log, signal)),
              underId((id, signal) => keepRatings(store, id, { pool, known }, log, signal, { watched })),
            ]
          }),
        ),
      ]
    },
    close: async () => {
      await Promise.all([outbound.close(), compilers?.outbound.close()])
    },
  }
}
