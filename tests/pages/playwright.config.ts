import { defineConfig, devices } from '@playwright/test'
import { isFull } from '#tests/support/tier.ts'

process.env.DEMO_TIMES ??= 'recorded'
const executablePath = process.env.CHROME_PATH
const browser = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  },
}

/** Only in `npm run test:full`, as are tests with the tag `@full`. */
const onlyFull = isFull ? [] : ['**/*.full.spec.ts']
/** Files that use the `devnet` of browser-test.ts. */
const onDevnet = [
  'approvals',
  'contract-code',
  'contract-tools',
  'live-lists',
  'look-alike',
  'remix.full',
  'visits.full',
  'write',
].map((name) => `**/${name}.spec.ts`)

/** Browser tests over the built app; each file starts the servers that it needs (tests/support/spyglass.ts). */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: onlyFull,
  ...(isFull ? {} : { grepInvert: /@full/ }),
  outputDir: '../../test-results',
  // Files two at a time, each with servers of its own, beside the tests in Node.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  failOnFlakyTests: true,
  // Ample, for a machine in use can take four times as long. Assertions give up long before, and name what they waited for.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json']],
  use: { screenshot: 'only-on-failure' },
  projects: [
    // In one process, so that the devnet is started once.
    { name: 'devnet', use: browser, workers: 1, testMatch: onDevnet },
    { name: 'chromium', use: browser, testIgnore: [...onDevnet, ...onlyFull] },
  ],
})
