/*
 * One wallet on twelve chains of a hosted service, one of which hangs: when the page's HTML is there and how many rows it has,
 * and when a reader that is given nothing by the server shows its first rows and has all but the one that hangs. The rows are
 * compared with a plain sort. Needs a build.
 *
 *   node tests/bench/timeline.ts [milliseconds that each chain takes to answer]
 */
import { performance } from 'node:perf_hooks'
import { createTimelineReader } from '#components/evm/timeline/feed/timeline-reader.ts'
import { transactionFeed } from '#components/evm/timeline/feed/transaction-feed.ts'
import { createClient } from '#lib/api/client/client.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { type ChainConduct, hostedHash, startHostedChains } from '#tests/support/hosted-chains.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'

const delayMs = Number(process.argv[2] ?? 150)
const rounds = 7
const hanging = 'bsc'
const pageSize = 25
const names = 'eth,goerli,sepolia,polygon,mumbai,bsc,bsc testnet,avalanche,fantom,palm,cronos,arbitrum'.split(',')
const newest = 1_760_000_000
const ledgers = Object.fromEntries(
  names.map((name, index): [string, ChainConduct] => [
    name,
    {
      conduct: name === hanging ? 'hangs' : 'answers',
      delayMs,
      seconds: Array.from({ length: 40 + 25 * index }, (_, place) => newest - 7 * index - place * (600 + 41 * index)),
    },
  ]),
)
const sorted = names
  .filter((name) => name !== hanging)
  .flatMap((name, list) =>
    (ledgers[name]?.seconds ?? []).map((second, place) => ({ second, list, hash: hostedHash(name, place) })),
  )
  .sort((a, b) => b.second - a.second || a.list - b.list)
  .map(({ hash }) => hash)

const upstream = await startHostedChains(ledgers)
const key = 'timeline-key-0123456789'
const server = await startSpyglass({
  EVM_BASE_URL: upstream.baseUrl,
  UPSTREAM_API_KEY: key,
  API_KEYS: `bench:${key}`,
  RATE_LIMIT_KEY: '1000000',
})
const headers = { 'x-api-key': key }
const client = createClient(evmApi, { baseUrl: server.url, headers })
const explorer = createClient(evmExplorerApi, { baseUrl: `${server.url}/api/explorer`, headers })
const { result: chains } = await explorer.evmChains({})
/** Another wallet for each round: the same question is shared while it is on its way. */
const walletOf = (round: number) => `0x${round.toString(16).padStart(40, '0')}`
const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0)

const documentMs: number[] = []
let documentRows = 0
for (let round = 0; round < rounds; round++) {
  const begin = performance.now()
  const html = await (await fetch(`${server.url}/wallet/${walletOf(round)}`)).text()
  documentMs.push(performance.now() - begin)
  documentRows = html.match(/role="row"/g)?.length ?? 0
}

const firstMs: number[] = []
const allMs: number[] = []
const endMs: number[] = []
for (let round = 0; round < rounds; round++) {
  const address = walletOf(100 + round)
  const begin = performance.now()
  const reader = createTimelineReader({
    chains,
    first: {},
    chosen: names,
    order: transactionFeed,
    ask: (state, cursor, signal) =>
      transactionFeed.ask(client, { address, state, limit: pageSize, ...(cursor && { cursor }) }, { signal }),
  })
  const isRead = () => reader.view().feeds.filter(({ state }) => state === 'read').length === names.length - 1
  const until = (isSo: () => boolean) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (!isSo()) return
        stop()
        resolve(performance.now() - begin)
      }
      const stop = reader.subscribe(look)
      look()
    })
  reader.start()
  firstMs.push(await until(() => reader.view().rows.length > 0))
  allMs.push(await until(isRead))
  while (reader.view().wanted.length > 0) {
    reader.more()
    await until(isRead)
  }
  endMs.push(performance.now() - begin)
  const shown = reader.view().rows.map(({ record }) => record.hash)
  if (shown.join() !== sorted.join()) throw new Error('The list is not the plain sort of what answered.')
  reader.stop()
}

console.table({
  'chains, each slow to answer (ms)': delayMs,
  'HTML there (ms)': median(documentMs),
  'rows in it': documentRows - 1,
  'reader alone: first rows (ms)': median(firstMs),
  'reader alone: all but the hanging one (ms)': median(allMs),
  [`reader alone: all ${sorted.length} rows in order (ms)`]: median(endMs),
})
await server.stop()
await upstream.close()
process.exit(0)
