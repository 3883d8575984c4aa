/*
 * Bytes and processor time of a page of a wallet's transactions, transfers and internal transactions: in Etherscan's form, and in
 * our own, whose pages have 100 rows, so that 1,000 are ten requests. On the demo ledger, over loopback; each question is new.
 *
 *   node tests/bench/etherscan-pages.ts [turns]
 */
import { gzipSync } from 'node:zlib'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { startDemoApi } from '#tests/support/demo-servers.ts'
import { cpuSecondsOf } from './support/process-usage.ts'

const turns = Number(process.argv[2] ?? 20)
const { busiestWallet: wallet, harborCoin } = demoLedger
const pageRows = 100

const server = await startDemoApi()
const pid = (server as unknown as { pid: number }).pid
let asked = 0

const get = async (path: string): Promise<string> => {
  const response = await fetch(server.url + path, { headers: { 'x-api-key': apiKey } })
  return await response.text()
}

/** The block above the head makes every question a new one. */
const etherscanPage = async (query: string, rows: number): Promise<string[]> => [
  await get(`/api?module=account&${query}&page=1&offset=${rows}&sort=desc&endblock=${1_000_000 + asked++}`),
]

const ownPages = async (path: string, rows: number): Promise<string[]> => {
  const bound = 1_000_000 + asked++
  const texts: string[] = []
  for (let cursor = ''; texts.length * pageRows < rows; ) {
    const text = await get(`${path}&limit=${pageRows}&to_block=${bound}${cursor ? `&cursor=${cursor}` : ''}`)
    texts.push(text)
    cursor = JSON.parse(text).cursor
    if (!cursor) break
  }
  return texts
}

const rowsOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (JSON.parse(text).result?.length ?? 0), 0)

const measure = async (read: () => Promise<string[]>) => {
  let texts = await read()
  const [startedAt, cpuAt] = [performance.now(), cpuSecondsOf(pid)]
  for (let turn = 0; turn < turns; turn++) texts = await read()
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return {
    rows: rowsOf(texts),
    requests: texts.length,
    bytes,
    'bytes gzip': texts.reduce((sum, text) => sum + gzipSync(text).length, 0),
    'CPU ms': ((1_000 * (cpuSecondsOf(pid) - cpuAt)) / turns).toFixed(1),
    ms: ((performance.now() - startedAt) / turns).toFixed(1),
  }
}

const lists = [
  ['transactions', `action=txlist&address=${wallet}`, `/api/v2/${wallet}?chain=demo&disable_total=true`],
  [
    'ERC-20 transfers',
    `action=tokentx&contractaddress=${harborCoin}`,
    `/api/v2/erc20/${harborCoin}/transfers?chain=demo`,
  ],
  [
    'internal transactions',
    `action=txlistinternal&address=${wallet}`,
    `/api/explorer/evm/addresses/${wallet}/internal?chain=demo`,
  ],
] as const

try {
  const table: Record<string, unknown>[] = []
  for (const [list, query, path] of lists)
    for (const rows of [100, 1_000]) {
      table.push({ list, form: 'Etherscan', ...(await measure(() => etherscanPage(query, rows))) })
      table.push({ list, form: 'own', ...(await measure(() => ownPages(path, rows))) })
    }
  console.table(table)
} finally {
  await server.stop()
}
