import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env.CHROME_PATH
const browser = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  },
}

/** Browser tests over the built app; each file starts the servers that it needs (tests/support/spyglass.ts). */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  // One after the other: the machine that runs them has two cores, and each file has servers of its own.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: { screenshot: 'only-on-failure' },
  projects: [{ name: 'chromium', use: browser }],
})
