import { indexNetwork } from '#lib/aptos/ingest/index-network.ts'
import { loadConfig } from '#lib/config.ts'
import { keepFacts } from '#lib/evm/facts/keep-facts.ts'
import { runHistories } from '#lib/evm/histories/run-histories.ts'
import { indexChain } from '#lib/evm/index-chain.ts'
import { keepMedia } from '#lib/evm/media/keep-media.ts'
import { keepMetadata } from '#lib/evm/metadata/keep-metadata.ts'
import { keepRatings } from '#lib/evm/ratings/keep-ratings.ts'
import { redecodeChain } from '#lib/evm/redecode/redecode-chain.ts'
import { withChainId } from '#lib/evm/with-chain-id.ts'
import { createLogger } from '#lib/gateway/log.ts'
import { openDatabase } from '#lib/open-database.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { previousEndFlags } from '#lib/process/sign.ts'
import { aptosSources, documentSources, evmSources, knownAddresses } from '#lib/sources.ts'
import { startProcess } from '#lib/start-process.ts'
import { isOutage } from '#lib/store/database-watch.ts'
import { makePrivateFolder } from '#lib/store/private-files.ts'
import { openWatchedWork } from '#lib/store/watched-work.ts'

/*
 * The worker process: indexes every configured chain, each at its own pace. The only writer of chain data. It ends when told
 * to, after the transaction under way; with nothing (left) to index it stays, so that its parent sees a healthy child.
 */

const devnetPollMs = 400
const chainPollMs = 2_000
const aptosPollMs = 1_000

const { config, log, store, known, watched } = await startProcess('worker', async () => {
  const config = loadConfig()
  const log = createLogger({ level: config.logLevel, secrets: config.secrets, isReported: isOutage }).child({
    process: 'worker',
  })
  const known = await knownAddresses(config, log)
  const store = await openDatabase(config, {
    applicationName: 'spyglass worker',
    log,
  })
  const watched = await openWatchedWork(store, {
    previousEnd: (['hung', 'crashed'] as const).find((end) => process.argv.includes(previousEndFlags[end])),
    retryAll: process.argv.includes('--retry-set-aside'),
  })
  return { config, log, store, known, watched }
})
const stopped = new AbortController()
const stop = (): void => stopped.abort()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

const sources = evmSources(config, store).map((source) => {
  const { isDevnet } = source
  return { ...source, name: source.chain, mayReset: isDevnet, pollMs: isDevnet ? devnetPollMs : chainPollMs }
})
const indexing = sources.map(async (chain) => (await indexChain(store, chain, log, stopped.signal, watched)).rereading)
// The demo ledger is indexed whole: its contracts have no history of their own.
const histories = config.demo ? [] : sources.map((chain) => runHistories(store, chain, log, stopped.signal, watched))
const facts = sources.map(({ expectedId, pool }) =>
  withChainId(store, expectedId, (id, signal) => keepFacts(store, id, pool, log, signal, { watched }), stopped.signal),
)
const decodings = sources.map(({ expectedId }) =>
  withChainId(store, expectedId, (id, signal) => redecodeChain(store, id, log, signal), stopped.signal),
)
const outbound = createOutbound({ allow: config.outside.outboundAllow })
const documents = documentSources(config, outbound)
const metadata = sources.map(({ expectedId, pool }) =>
  withChainId(
    store,
    expectedId,
    (id, signal) => keepMetadata(store, id, { ...documents, pool }, log, signal, { watched }),
    stopped.signal,
  ),
)
makePrivateFolder(config.outside.mediaDir)
const previews = { ...documents, directory: config.outside.mediaDir }
const media = keepMedia(store, previews, log, stopped.signal, { watched })
const ratings = sources.map(({ expectedId, pool }) =>
  withChainId(
    store,
    expectedId,
    (id, signal) => keepRatings(store, id, { pool, known }, log, signal, { watched }),
    stopped.signal,
  ),
)
const aptosNodes = aptosSources(config, store)
const { withDigitalAssets } = config.aptosIndex
const aptos = (['mainnet', 'testnet'] as const).flatMap((name) => {
  const node = aptosNodes[name]
  if (node === undefined) return []
  // The demo ledger is indexed whole.
  const network = config.demo
    ? { start: { at: 0 }, withDigitalAssets: true }
    : { ...config.aptosIndex[name], withDigitalAssets }
  const indexing = indexNetwork(store, { name, node, ...network, pollMs: aptosPollMs }, log, stopped.signal, watched)
  return [indexing.then(({ rereading }) => rereading)]
})
const keepAlive = setInterval(() => {}, 2 ** 30)
await Promise.all([...indexing, ...histories, ...facts, ...decodings, ...metadata, media, ...ratings, ...aptos])
if (!stopped.signal.aborted) await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve))
clearInterval(keepAlive)
await outbound.close()
await watched.close()
await store.close()
