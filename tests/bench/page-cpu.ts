/*
 * Processor time that web needs for a page of the demo ledger, from the request to the last byte of its HTML, beside a bare page
 * of Next in the same run: rendered for this request, and sent again within the second in which a page is shared. Other work on
 * the machine makes it more expensive; the share of the bare page varies less.
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

const read = async (url: string, cookie: string): Promise<number> => {
  const response = await fetch(url, { headers: { cookie } })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.arrayBuffer()).byteLength
}

/** Milliseconds and bytes a request. */
const measure = async (
  pid: number,
  url: string,
  cookieOf: (sent: number) => string,
): Promise<{ ms: number; bytes: number }> => {
  for (let sent = 0; sent < warmUp; sent++) await read(url, cookieOf(-sent))
  const before = cpuSecondsOf(pid)
  let bytes = 0
  for (let sent = 1; sent <= requests; sent++) bytes += await read(url, cookieOf(sent))
  return { ms: ((cpuSecondsOf(pid) - before) * 1_000) / requests, bytes: Math.round(bytes / requests) }
}

const table: Record<string, object> = {}
const compare = async (name: string, url: string, pid: number): Promise<void> => {
  // A theme that does not exist changes nothing, but pages are shared by those who have chosen the same.
  const rendered = await measure(pid, url, (sent) => `theme=${sent}`)
  const again = await measure(pid, url, () => '')
  table[name] = {
    'CPU ms, rendered': Number(rendered.ms.toFixed(1)),
    'CPU ms, mostly shared': Number(again.ms.toFixed(1)),
    'HTML bytes': rendered.bytes,
  }
}

const bare = await startBarePage()
const web = await startInspectedWeb()
try {
  const pid = Number(await web.inspector.evaluate('process.pid'))
  await compare('bare page of Next', bare.url, bare.pid)
  for (const [name, path] of Object.entries(pages)) await compare(name, web.url + path, pid)
  await compare('bare page of Next, again', bare.url, bare.pid)
  console.table(table)
} finally {
  await web.stop()
  await bare.stop()
}
