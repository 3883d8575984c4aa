import { documentSources } from '#lib/config/config.ts'
import type { FamilyWork, WorkBase } from '#lib/config/family.ts'
import { runBackfills } from '#lib/evm/chain/backfill/run-backfills.ts'
import { keepFanout } from '#lib/evm/chain/fanout/keep-fanout.ts'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { joinChainBackfill } from '#lib/evm/chain/follow/share-backlog.ts'
import { redecodeChain } from '#lib/evm/chain/redecode/stored-decoding.ts'
import { createChunkThreads } from '#lib/evm/chain/rpc/reading/chunk-decoder.ts'
import { withChainId } from '#lib/evm/chain/served/chain-id.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { keepBalances } from '#lib/evm/holdings/keep-balances.ts'
import { keepMetadata } from '#lib/evm/nft/metadata/keep-metadata.ts'
import { wantPreviews } from '#lib/evm/nft/metadata/want-previews.ts'
import { keepRatings } from '#lib/evm/token/ratings/keep-ratings.ts'
import { keepContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { keepInternalTransfers } from '#lib/evm/trace/keep-internal-transfers.ts'
import { createCompiler } from '#lib/evm/verification/compile-contract.ts'
import { runVerifications } from '#lib/evm/verification/run-verifications.ts'
import { createSolcVersions, type SolcSource } from '#lib/evm/verification/solc-versions.ts'
import { keepMedia } from '#lib/media/keep-media.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import type { WorkerAttempts } from '#lib/store/attempts/attempts.ts'
import { makePrivateFolder } from '#lib/store/drivers/sqlite/private-files.ts'
import type { Work } from '#lib/store/workers/join-workers.ts'
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
  const threads = createChunkThreads()
  const compilers = compilerSource(config)
  const compiler = createCompiler(createSolcVersions(compilers))
  return {
    start: ({ onMain, onChain }) => {
      makePrivateFolder(directory)
      const chains = evmSources(config, stores, { threads }).map((source) => {
        const { chain, isDevnet } = source
        return { ...source, name: chain, mayReset: isDevnet, pollMs: isDevnet ? devnetPollMs : chainPollMs }
      })
      return [
        onMain('previews', (signal, attempts) =>
          keepMedia(stores.main.withTables<EvmTables>(), { ...documents, directory }, log, {
            signal,
            options: { attempts },
          }),
        ),
        ...chains.map((chain) =>
          onChain(chain.name, (anyStore) => {
            const store = anyStore.withTables<EvmTables>()
            const { expectedId, sidePool, tracePool, fanout } = chain
            const underId =
              (work: (id: number, signal: AbortSignal, attempts: WorkerAttempts) => Promise<void>): Work =>
              (signal, attempts) =>
                withChainId(store, expectedId, (id, signal) => work(id, signal, attempts), signal)
            const backfills: Work = (signal, attempts) =>
              runBackfills(store, chain, log, { signal, ofWorker: attempts })
            const pieces: Readonly<Record<string, Work>> = {
              index: async (signal, attempts) =>
                await (await indexChain(store, chain, { log, signal, attempts })).rereading,
              ...(config.demo && {
                previews: underId((id, signal) =>
                  wantPreviews(stores.main.withTables<EvmTables & MediaTables>().db, id, signal),
                ),
              }),
              // The demo ledger is indexed whole: its contracts have no history of their own.
              ...(!config.demo && { backfills }),
              metadata: underId((id, signal, attempts) =>
                keepContractMetadata(store, id, sidePool, { log, signal, options: { attempts } }),
              ),
              balances: underId((id, signal) => keepBalances(store, id, log, signal)),
              ...(tracePool && {
                traces: underId((id, signal, attempts) =>
                  keepInternalTransfers(store, id, tracePool, log, signal, { attempts }),
                ),
              }),
              fanout: underId((id, signal) => keepFanout(store, id, fanout === 'on', log, signal)),
              decoding: underId((id, signal) => redecodeChain(store, id, log, { signal })),
              documents: underId((id, signal, attempts) =>
                keepMetadata(store, id, { ...documents, pool: sidePool }, { log, signal, options: { attempts } }),
              ),
              verifications: underId((id, signal) =>
                runVerifications(store, id, { pool: sidePool, compiler }, log, signal),
              ),
              ratings: underId((id, signal, attempts) =>
                keepRatings(store, id, { pool: sidePool, known }, { log, signal, options: { attempts } }),
              ),
            }
            return {
              pieces,
              together: (signal, attempts) => joinChainBackfill(store, chain, { log, signal, attempts }),
            }
          }),
        ),
      ]
    },
    close: async () => {
      await Promise.all([outbound.close(), threads?.close(), compilers?.outbound.close()])
    },
  }
}
