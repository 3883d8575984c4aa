/*
 * The page of an Aptos block of 10,000 transactions: its first byte and its whole document, asked again and kept; what it takes in
 * the browser; and how it scrolls to its end.
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/aptos-block.ts [transactions]
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fixtureLedger } from '#tests/aptos/ledger-fixture.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { launchBrowser } from './support/bench-browser.ts'
import { heapMegabytes, scrollToEnd } from './support/scroll-to-end.ts'

const count = Number(process.argv[2] ?? 10_000)
const height = 2
const blocks = fixtureLedger([1, 6, count, 20])
const transactions = blocks.flatMap((block) => block.transactions)
const newest = blocks.at(-1)
if (newest === undefined) throw new Error('no blocks')
const ledger = {
  chain_id: 1,
  epoch: '3',
  ledger_version: newest.last_version,
  oldest_ledger_version: '0',
  ledger_timestamp: newest.block_timestamp,
  node_role: 'full_node',
  oldest_block_height: '0',
  block_height: newest.block_height,
}
const headers = {
  'content-type': 'application/json',
  'x-aptos-chain-id': '1',
  'x-aptos-epoch': '3',
  'x-aptos-ledger-version': newest.last_version,
  'x-aptos-ledger-oldest-version': '0',
  'x-aptos-ledger-timestampusec': newest.block_timestamp,
  'x-aptos-block-height': newest.block_height,
  'x-aptos-oldest-block-height': '0',
}

/** A full node of this ledger alone. */
const node = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://node')
  const say = (status: number, body: unknown) => response.writeHead(status, headers).end(JSON.stringify(body))
  const [, by, number] = /^\/v1\/blocks\/by_(height|version)\/(\d+)$/.exec(url.pathname) ?? []
  if (by) {
    const asked = Number(number)
    const block = blocks.find(({ block_height, last_version }) =>
      by === 'height' ? Number(block_height) === asked : asked <= Number(last_version),
    )
    if (!block) return say(404, { message: 'none', error_code: 'block_not_found', vm_error_code: null })
    return say(200, {
      ...block,
      transactions: url.searchParams.get('with_transactions') === 'true' ? block.transactions : null,
    })
  }
  if (url.pathname === '/v1/transactions') {
    const start = Number(url.searchParams.get('start'))
    return say(200, transactions.slice(start, start + Math.min(100, Number(url.searchParams.get('limit')))))
  }
  if (url.pathname === '/v1' || url.pathname === '/v1/') return say(200, ledger)
  return say(404, { message: 'none', error_code: 'resource_not_found', vm_error_code: null })
}).listen(0, '127.0.0.1')
await once(node, 'listening')
const { port } = node.address() as AddressInfo

const server = await startSpyglass({
  APTOS_NODE_URL: `http://127.0.0.1:${port}/v1`,
  RATE_LIMIT_ANONYMOUS: '100000',
})
const page = `${server.url}/aptos/block/${height}`
const browser = await launchBrowser()

/** Milliseconds to the first byte and to the last, and bytes (uncompressed). */
const ask = async () => {
  const startedAt = performance.now()
  const response = await fetch(page)
  let bytes = 0
  let firstMs = 0
  for await (const chunk of response.body ?? []) {
    firstMs ||= performance.now() - startedAt
    bytes += chunk.length
  }
  return { 'first byte ms': Math.round(firstMs), 'whole ms': Math.round(performance.now() - startedAt), bytes }
}

try {
  await fetch(server.url)
  console.table({ 'first time': await ask(), again: await ask(), 'and again': await ask() })
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await tab.goto(page, { waitUntil: 'networkidle' })
  const heapBefore = await heapMegabytes(tab)
  const startedAt = performance.now()
  const scrolled = await tab.evaluate(scrollToEnd)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const heapAfter = await heapMegabytes(tab)
  console.table([
    { transactions: count, seconds, 'heap before MB': heapBefore, 'heap after MB': heapAfter, ...scrolled },
  ])
} finally {
  await browser.close()
  await server.stop()
  node.close()
}
