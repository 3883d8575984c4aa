/*
 * Processor time that web needs for a page of the demo ledger, from the request to the last byte of its HTML, beside a bare page
 * of Next in the same run. Other work on the machine makes it more expensive; the share of the bare page varies less.
 *
 *   node tests/bench/page-cpu.ts [requests a page]
 *
 * Needs a build (`npm run build`).
 */
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { startInspectedWeb } from '#tests/support/inspected-web.ts'
import { startBarePage } from './support/bare-page.ts'
import { cpuSecondsOf } from './support/process-usage.ts'

const requests = Number(process.argv[2] ?? 200)
const warmUp = 60

const wallet = `/demo/address/${demoLedger.busiestWallet}`
const pages = {
  home: '/',
  address: wallet,
  wallet: `${wallet}/transactions`,
  collection: `/demo/token/${demoLedger.lanterns}`,
  transaction: `/demo/tx/${demoLedger.nestedCalls}`,
  block: `/demo/block/${demoLedger.block}`,
  'Aptos block': `/aptos/block/${demoLedger.aptosBlock}`,
}

const read = async (url: string): Promise<number> => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.arrayBuffer()).byteLength
}

const table: Record<string, object> = {}
const measure = async (name: string, url: string, pid: number): Promise<void> => {
  for (let sent = 0; sent < warmUp; sent++) await read(url)
  const before = cpuSecondsOf(pid)
  let bytes = 0
  for (let sent = 0; sent < requests; sent++) bytes += await read(url)
  const ms = ((cpuSecondsOf(pid) - before) * 1_000) / requests
  table[name] = { 'CPU ms a page': Number(ms.toFixed(1)), 'HTML bytes': Math.round(bytes / requests) }
}

const bare = await startBarePage()
const web = await startInspectedWeb()
try {
  const pid = Number(await web.inspector.evaluate('process.pid'))
  await measure('bare page of Next', bare.url, bare.pid)
  for (const [name, path] of Object.entries(pages)) await measure(name, web.url + path, pid)
  await measure('bare page of Next, again', bare.url, bare.pid)
  console.table(table)
} finally {
  await web.stop()
  await bare.stop()
}
