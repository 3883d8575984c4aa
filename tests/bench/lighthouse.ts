/*
 * Lighthouse's scores of the pages of the demo ledger, on its mobile profile (a slow phone on a slow network, simulated).
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/lighthouse.ts [path …]
 *
 * Lighthouse is no part of the project: npm fetches it. The pages must be built. Scores of one run vary by a few points with what
 * else the machine does; accessibility, best practices and SEO do not. A bare page of Next, before and after, shows what the
 * machine allows.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { startBarePage } from './support/bare-page.ts'

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number }>
}

const wallet = `/demo/address/${demoLedger.busiestWallet}`
const usual = [
  '/',
  wallet,
  `${wallet}/transactions`,
  `${wallet}/nfts`,
  `/demo/tx/${demoLedger.nestedCalls}`,
  `/demo/block/${demoLedger.block}`,
  `/demo/token/${demoLedger.lanterns}`,
  `/demo/nft/${demoLedger.lanterns}/1`,
  `/aptos/block/${demoLedger.aptosBlock}`,
  `/aptos/collection/${aptosNfts.lights}`,
  '/docs',
  '/status',
]
const paths = process.argv.length > 2 ? process.argv.slice(2) : usual
const run = promisify(execFile)

/** Its own trace fails now and then; it says itself to run it again. */
const measure = (url: string): Promise<Report> => measureOnce(url).catch(() => measureOnce(url))

const measureOnce = async (url: string): Promise<Report> => {
  const flags = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox --disable-gpu']
  const { stdout } = await run('npx', ['--yes', 'lighthouse@13.5.0', url, ...flags], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout)
}

const show = async (name: string, url: string): Promise<void> => {
  const { categories, audits } = await measure(url)
  const score = (of: string) => Math.round((categories[of]?.score ?? 0) * 100)
  const value = (of: string, digits = 0) => (audits[of]?.numericValue ?? Number.NaN).toFixed(digits)
  console.log(
    `${name.slice(0, 34).padEnd(34)}  performance ${score('performance')}  accessibility ${score('accessibility')}  best practices ${score('best-practices')}  SEO ${score('seo')}  ` +
      `LCP ${value('largest-contentful-paint')} ms  TBT ${value('total-blocking-time')} ms  CLS ${value('cumulative-layout-shift', 3)}  ${value('total-byte-weight')} bytes`,
  )
}

const floor = await startBarePage()
const server = await startSpyglass({})
try {
  await show('a bare page of Next', floor.url)
  for (const path of paths) await show(path, server.url + path)
  await show('a bare page of Next, again', floor.url)
} finally {
  await Promise.all([server.stop(), floor.stop()])
}
