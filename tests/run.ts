import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { provideChromium } from '#tests/support/chromium.ts'
import { demoApi, demoWeb, sharedApi, sharedWeb } from '#tests/support/demo-servers.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { tempInMemory } from '#tests/support/temp-in-memory.ts'

/*
 * `npm test`: everything that a change needs. `npm run test:full`: everything. `npm run check`: no browser tests. First the static checks
 * beside the build, then the tests in Node beside those in a browser, over servers that all of them share. It ends with one line,
 * `N passed, N failed`, over both test runners.
 */

const [tier = ''] = process.argv.slice(2)
const withBrowser = tier !== 'check'
if (tier === 'full') process.env.FULL = '1'
process.env.DEMO_TIMES = 'recorded'

const removeFolder = tempInMemory()
process.once('exit', removeFolder)
const reports = mkdtempSync(join(tmpdir(), 'spyglass-tests-'))

const bin = (name: string): string => join('node_modules', '.bin', name)
const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1_000).toFixed(1)
const startedAt = performance.now()

type Step = { title: string; command: string; parameters: string[]; environment?: Record<string, string> }

/** Runs a step to its end; each line of its output says whose it is, as others run beside it. */
const run = async ({ title, command, parameters, environment = {} }: Step): Promise<boolean> => {
  const startedAt = performance.now()
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0', ...environment },
  })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(line === '' ? '' : `${title} │ ${line}`))
  const [status] = await once(child, 'close')
  console.log(`── ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${secondsSince(startedAt)} s`)
  return status === 0
}

const failed: string[] = []
const runAll = async (steps: readonly Step[]): Promise<void> => {
  await Promise.all(
    steps.map(async (step) => {
      if (!(await run(step))) failed.push(step.title)
    }),
  )
}

const build: Step = { title: 'build', command: process.execPath, parameters: ['lib/server/build/build.ts'] }
const staticChecks: Step[] = [
  { title: 'lint', command: bin('biome'), parameters: ['check', '--error-on-warnings', '.'] },
  { title: 'types', command: bin('tsc'), parameters: ['--noEmit'] },
  { title: 'unused code', command: bin('knip'), parameters: [] },
]
const vitest: Step = {
  title: 'tests',
  command: bin('vitest'),
  parameters: [
    ...['run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ],
}
const playwright = async (): Promise<Step> => ({
  title: 'browser tests',
  command: bin('playwright'),
  parameters: ['test', '--config', 'tests/pages/playwright.config.ts'],
  environment: {
    CHROME_PATH: await provideChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
  },
})

/** Starts what all tests share, and tells them by the environment. Returns what stops it. */
const startShared = async (): Promise<() => Promise<void>> => {
  const startedAt = performance.now()
  const [postgres, web] = await Promise.all([startPostgres(), demoWeb()])
  const api = await demoApi()
  Object.assign(process.env, { TEST_POSTGRES_URL: postgres.url, [sharedWeb]: web.url, [sharedApi]: api.url })
  console.log(`── PostgreSQL and the demo servers: ready in ${secondsSince(startedAt)} s`)
  return async () => {
    await Promise.all([postgres.stop(), web.stop(), api.stop()])
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean; tests: { results: { errors?: { message: string }[] }[] }[] }[]
}
type PlaywrightReport = PlaywrightSuite & { stats: { expected: number; unexpected: number } }

/** The report of a runner; `undefined` when it did not come so far. */
const readReport = <Report>(file: string): Report | undefined => {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'))
  } catch {
    return undefined
  }
}

const shownCharacters = 2_000
const pageCharacters = 1_000

/** What failed in Vitest, printed again at the end: its own summary is thousands of lines above the last one. */
const showFailedTests = (report: VitestReport): void => {
  for (const { name, message, assertionResults } of report.testResults) {
    if (message !== '') console.log(`\n── ${name}\n${message.slice(0, shownCharacters)}`)
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'failed')
        console.log(`\n── ${name}: ${fullName}\n${failureMessages.join('\n').slice(0, shownCharacters)}`)
  }
}

/** The end of each page on which a browser test failed, and the errors: all that is left of a fault that does not come back. */
const showFailedPages = (report: PlaywrightReport): void => {
  const show = ({ suites = [], specs }: PlaywrightSuite): void => {
    for (const { file, title, ok, tests } of specs) {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors))
      const text = errors.map(({ message }) => stripVTControlCharacters(message)).join('\n')
      if (!ok) console.log(`\n── ${file}: ${title}\n${text.slice(0, shownCharacters)}`)
    }
    suites.forEach(show)
  }
  for (const file of globSync('test-results/*/error-context.md')) {
    const [, page = ''] = readFileSync(file, 'utf8').split('```yaml')
    const [text = ''] = page.split('```')
    console.log(`\n── the end of the page of ${file}\n${text.slice(-pageCharacters)}`)
  }
  show({ ...report, specs: report.specs ?? [] })
}

await runAll([build, ...staticChecks])
const isBuilt = !failed.includes(build.title)
if (isBuilt) {
  const stop = await startShared()
  await runAll([vitest, ...(withBrowser ? [await playwright()] : [])])
  await stop()
}

const units = readReport<VitestReport>('vitest.json')
const pages = readReport<PlaywrightReport>('playwright.json')
const passed = (units?.numPassedTests ?? 0) + (pages?.stats.expected ?? 0)
// A runner without a report, and a file that could not be loaded, failed once.
const unloaded =
  units?.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  ).length ?? 1
const failures = (units?.numFailedTests ?? 0) + unloaded + (withBrowser ? (pages?.stats.unexpected ?? 1) : 0)
if (failed.length > 0) {
  if (units) showFailedTests(units)
  if (pages) showFailedPages(pages)
  console.log(`\nfailed: ${failed.join(', ')}`)
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${secondsSince(startedAt)} s on ${availableParallelism()} cores`)
console.log(`${passed} passed, ${failures} failed`)
process.exit(failed.length > 0 ? 1 : 0)
