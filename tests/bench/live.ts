/*
 * How soon a new block of a devnet is a row of the open pages, and what the open pages cost. Clients do what a page does: they keep
 * the stream of changes open, and fetch the newest blocks after each change. Beside them, one client polls every 2 s as pages did.
 *
 *   node tests/bench/live.ts [open pages] [blocks]
 *
 * Blocks are mined every 2 s; a row's age is counted from the moment the node has mined its block. The clients run in this process, on
 * the other core. The API server answers; web uses the same code for these two paths.
 */
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { startAnvil } from '#tests/support/anvil.ts'
import { apiKey, startApiServer } from '#tests/support/api-server.ts'
import { cpuSecondsOf, memoryMegabytesOf } from './support/process-usage.ts'

const [pages = 2_000, blocks = 20] = process.argv.slice(2).map(Number)
const everyMs = 2_000

const anvil = await startAnvil(['--no-mining'])
const api = await startApiServer({ NODE_URL_LOCAL: anvil.url, TRUST_PROXY: '1' })
const pool = new Pool(api.url, { connections: 32 })
const minedAt = new Map<number, number>()
const ages = { stream: [] as number[], polling: [] as number[] }

const newest = async (): Promise<number> => {
  const { body } = await pool.request({
    path: '/api/explorer/evm/blocks?chain=local&limit=8',
    method: 'GET',
    headers: { 'x-api-key': apiKey },
  })
  const { result } = (await body.json()) as { result: { block_number: string }[] }
  return Number(result[0]?.block_number)
}

/** Notes the age of each block when it is first seen. */
const seer = (kind: keyof typeof ages) => {
  let last = 0
  return async (): Promise<void> => {
    const number = await newest()
    for (let block = Math.max(last + 1, 1); block <= number; block++) {
      const at = minedAt.get(block)
      if (at !== undefined) ages[kind].push(performance.now() - at)
    }
    last = Math.max(last, number)
  }
}

const open: { destroy(): void }[] = []
const openPage = (index: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const see = seer('stream')
    const asked = request(`${api.url}/api/explorer/live`, {
      headers: { 'x-api-key': apiKey, 'x-forwarded-for': `203.0.${Math.floor(index / 250)}.${index % 250}` },
      agent: false,
    })
    asked.on('error', reject).on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`the stream answered ${response.statusCode}`))
      response.on('error', () => {})
      response.on('data', (chunk: Buffer) => {
        // As pages do, they spread their questions over 150 ms.
        if (chunk.includes('data: ')) setTimeout(() => void see(), Math.random() * 150)
      })
      open.push(asked)
      resolve()
    })
    asked.end()
  })

const before = { cpu: cpuSecondsOf(api.pid), memory: memoryMegabytesOf(api.pid) }
for (let index = 0; index < pages; index += 50)
  await Promise.all(Array.from({ length: Math.min(50, pages - index) }, (_, more) => openPage(index + more)))
await wait(3_000)
const opened = { cpu: cpuSecondsOf(api.pid), memory: memoryMegabytesOf(api.pid) }
console.log(`${pages} pages open: ${opened.memory - before.memory} MB more memory than without`)

let isOver = false
const poll = async (): Promise<void> => {
  const see = seer('polling')
  while (!isOver) {
    await see()
    await wait(everyMs)
  }
}
const polling = poll()
const startedAt = performance.now()
for (let block = 1; block <= blocks; block++) {
  // Not in step with the polling client.
  await wait(everyMs + (block % 4) * 130)
  await anvil.rpc('evm_mine')
  minedAt.set(Number(await anvil.rpc('eth_blockNumber')), performance.now())
}
await wait(everyMs)
isOver = true
await polling
const seconds = (performance.now() - startedAt) / 1_000
const cpu = cpuSecondsOf(api.pid) - opened.cpu

const at = (values: number[], share: number): number =>
  Math.round(values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN)
console.table(
  Object.fromEntries(
    Object.entries(ages).map(([kind, values]) => [
      kind,
      { rows: values.length, 'p50 ms': at(values, 0.5), 'p95 ms': at(values, 0.95), 'p99 ms': at(values, 0.99) },
    ]),
  ),
)
console.log(
  `API server: ${((100 * cpu) / seconds).toFixed(0)} % of a core, ${memoryMegabytesOf(api.pid)} MB resident (${before.memory} MB before)`,
)
for (const page of open) page.destroy()
await pool.close()
await api.stop()
await anvil.stop()
