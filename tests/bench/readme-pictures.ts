/*
 * The pictures of the README, of the demo ledger: `.github/{screenshot,transaction,wallet,contract}.png`. Look at them before they
 * are committed.
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/readme-pictures.ts
 *
 * Needs a build (`npm run build`). The ledger ends when its database is made: ages are nearly the same in every run.
 */
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { launchBrowser } from './support/bench-browser.ts'

const pages = {
  screenshot: '/',
  transaction: `/demo/tx/${demoLedger.nestedCalls}`,
  wallet: `/demo/address/${demoLedger.busiestWallet}`,
  contract: `/demo/address/${demoLedger.lanterns}/contract`,
}

/** Until the whole ledger is indexed and its previews are made. */
const settledMs = 60_000

const server = await startSpyglass({ DEMO_TIMES: 'now' })
const browser = await launchBrowser()
try {
  await new Promise((resolve) => setTimeout(resolve, settledMs))
  const page = await browser.newPage({ viewport: { width: 1_280, height: 860 }, deviceScaleFactor: 1.5 })
  // Fonts that are not there at once are used from the second page on.
  await page.goto(`${server.url}/status`, { waitUntil: 'networkidle' })
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `.github/${name}.png` })
  }
} finally {
  await browser.close()
  await server.stop()
}
