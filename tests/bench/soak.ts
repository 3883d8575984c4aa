/*
 * An explorer under a steady load while its chain grows: pages and API questions of many visitors at a share of what web can bear,
 * for an hour. A devnet mines a block of ten token transfers every 2 s, which the worker indexes. Every few minutes a row: latency
 * from the moment at which a request was due, failures, memory of both processes, live heap after a forced collection, and how far
 * the index is behind. Flat columns are what it is for.
 *
 *   node tests/bench/soak.ts [minutes] [share of capacity]
 *
 * Capacity is measured first, by as many requests at once as there are connections. The requests are sent from this process, so that
 * on two cores web has less than one of its own, and any other work on the machine shows as latency.
 * Needs a build (`npm run build`).
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { encodeFunctionData, parseAbi } from 'viem'
import { startAnvil } from '#tests/support/anvil.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { builtProcess } from '#tests/support/built-process.ts'
import { startInspectedWeb } from '#tests/support/inspected-web.ts'
import { seeded } from '#tests/support/seeded.ts'
import { childWith, cpuSecondsOf, memoryMegabytesOf } from './support/process-usage.ts'
import { buildTokenChain } from './support/token-chain.ts'

const [minutes = 60, share = 0.7] = process.argv.slice(2).map(Number)
const [connections, visitors, blockMs, transfersPerBlock] = [16, 500, 2_000, 10]
const warmUpSeconds = 60
const capacitySeconds = 30
const rows = 12

const random = seeded(5)
const pick = <Item>(from: readonly Item[]): Item => {
  const item = from[Math.floor(random() * from.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
const hex = (bytes: number): string =>
  `0x${Array.from({ length: bytes }, () =>
    Math.floor(random() * 256)
      .toString(16)
      .padStart(2, '0'),
  ).join('')}`

const anvil = await startAnvil(['--no-mining'])
const { erc20, erc721 } = await buildTokenChain(anvil, 500)
const accounts = (await anvil.rpc('eth_accounts')) as `0x${string}`[]
let head = Number(await anvil.rpc('eth_blockNumber'))
const web = await startInspectedWeb({ NODE_URL_LOCAL: anvil.url, TRUST_PROXY: '1', API_KEYS: `soak:${apiKey}` })
const webPid = Number(await web.inspector.evaluate('process.pid'))
const workerPid = childWith([builtProcess('worker')])
const pool = new Pool(web.url, { connections, headersTimeout: 60_000 })

/** One of four is a page. Some are of addresses that nobody has used: whatever is kept by name grows with each of them. */
const paths: readonly (() => string)[] = [
  () => pick(['/', '/local', '/status', `/local/token/${erc20}`, `/local/token/${erc721}`]),
  () => `/local/address/${pick(accounts)}${pick(['', '/transactions', '/erc20', '/nfts'])}`,
  () => `/local/block/${Math.ceil(random() * head)}`,
  () => `/local/address/${hex(20)}`,
  ...Array.from({ length: 3 }, () => [
    () => `/api/v2/${pick(accounts)}?chain=local`,
    () => `/api/v2/${pick(accounts)}/erc20/transfers?chain=local`,
    () => `/api/v2/block/${Math.ceil(random() * head)}?chain=local`,
    () => '/api/explorer/evm/blocks?chain=local&limit=8',
  ]).flat(),
]

let statuses: Record<string, number> = {}
const ask = async (): Promise<void> => {
  const forwarded = `203.0.${Math.floor((random() * visitors) / 250)}.${Math.floor(random() * 250)}`
  const path = pick(paths)()
  const { statusCode, body } = await pool.request({
    path,
    method: 'GET',
    headers: { 'x-forwarded-for': forwarded, 'x-api-key': apiKey },
  })
  await body.arrayBuffer()
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
}

let isOver = false
const mine = async (): Promise<void> => {
  const abi = parseAbi(['function transfer(address to, uint256 amount)'])
  while (!isOver) {
    for (let sent = 0; sent < transfersPerBlock; sent++) {
      const data = encodeFunctionData({ abi, functionName: 'transfer', args: [pick(accounts), 1_000n] })
      await anvil.rpc('eth_sendTransaction', [{ from: pick(accounts), to: erc20, data, gas: '0x249f0' }])
    }
    await anvil.rpc('evm_mine')
    head = Number(await anvil.rpc('eth_blockNumber'))
    await wait(blockMs)
  }
}
const mining = mine()

/** Requests a second when a client on each connection asks without a pause. */
const loadFor = async (seconds: number): Promise<number> => {
  const end = performance.now() + seconds * 1_000
  let answered = 0
  const client = async (): Promise<void> => {
    for (; performance.now() < end; answered++) await ask()
  }
  await Promise.all(Array.from({ length: connections }, client))
  return answered / seconds
}

const sendAt = async (perSecond: number, seconds: number): Promise<number[]> => {
  const took: number[] = []
  const open = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let due = startedAt; due < startedAt + seconds * 1_000; due += (-Math.log(1 - random()) * 1_000) / perSecond) {
    const early = due - performance.now()
    if (early > 1) await wait(early)
    const dueAt = due
    const asked = ask().then(() => void took.push(performance.now() - dueAt))
    open.add(asked)
    void asked.finally(() => open.delete(asked))
  }
  await Promise.all(open)
  return took.toSorted((a, b) => a - b)
}

const lagOf = async (): Promise<number> => {
  const { body } = await pool.request({ path: '/api/health', method: 'GET' })
  const { chains } = (await body.json()) as { chains: { chain: string; lag: number | null }[] }
  return Math.max(...chains.map(({ lag }) => lag ?? Number.NaN))
}

await loadFor(warmUpSeconds)
const capacity = await loadFor(capacitySeconds)
const perSecond = capacity * share
console.log(`${capacity.toFixed(0)} requests a second at most; ${perSecond.toFixed(0)} for ${minutes} minutes`)
const table: Record<string, object> = {}
const at = (values: readonly number[], part: number): number =>
  Math.round(values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN)
for (let row = 1; row <= rows; row++) {
  statuses = {}
  const cpuBefore = cpuSecondsOf(webPid)
  const seconds = (minutes * 60) / rows
  const took = await sendAt(perSecond, seconds)
  const lag = await lagOf()
  const facts = {
    requests: took.length,
    'p50 ms': at(took, 0.5),
    'p95 ms': at(took, 0.95),
    'p99 ms': at(took, 0.99),
    'p99.9 ms': at(took, 0.999),
    statuses: JSON.stringify(statuses),
    'web % of a core': Math.round((100 * (cpuSecondsOf(webPid) - cpuBefore)) / seconds),
    'web MB': memoryMegabytesOf(webPid),
    'web live heap MB': Math.round((await web.inspector.liveHeapBytes()) / 1e5) / 10,
    'worker MB': memoryMegabytesOf(workerPid),
    'blocks behind': lag,
    head,
  }
  table[`minute ${Math.round((minutes * row) / rows)}`] = facts
  console.error(JSON.stringify(facts))
}
console.table(table)
isOver = true
await mining
await pool.close()
await web.stop()
await anvil.stop()
