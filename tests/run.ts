import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildIsCurrent } from '#lib/build/build-state.ts'
import { provideChromium } from '#tests/support/chromium.ts'
import { tempInMemory } from '#tests/support/temp-in-memory.ts'

/*
 * `npm test`: everything, in the order in which a fault is cheapest to find; `npm run check` leaves the browser tests out.
 * It ends with one line, `N passed, N failed`, over both test runners.
 */

const removeFolder = tempInMemory()
process.once('exit', removeFolder)

const bin = (name: string): string => join('node_modules', '.bin', name)
const reports = mkdtempSync(join(tmpdir(), 'spyglass-tests-'))

const run = (
  title: string,
  command: string,
  parameters: string[],
  environment: Record<string, string> = {},
): boolean => {
  console.log(`\n── ${title}`)
  const startedAt = performance.now()
  const { status } = spawnSync(command, parameters, {
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...environment },
  })
  console.log(
    `── ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  )
  return status === 0
}

type Count = { passed: number; failed: number }

const readReport = (file: string): Record<string, unknown> => {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'))
  } catch {
    return {}
  }
}

const countVitest = (): Count => {
  const { numPassedTests = 0, numFailedTests = 1 } = readReport('vitest.json') as {
    numPassedTests?: number
    numFailedTests?: number
  }
  return { passed: numPassedTests, failed: numFailedTests }
}

const countPlaywright = (): Count => {
  const { stats } = readReport('playwright.json') as { stats?: { expected: number; unexpected: number } }
  return { passed: stats?.expected ?? 0, failed: stats?.unexpected ?? 1 }
}

type VitestReport = {
  testResults?: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** What failed in Vitest, printed again at the end: its own summary is thousands of lines above the last one. */
const showFailedTests = (): void => {
  for (const { name, message, assertionResults } of (readReport('vitest.json') as VitestReport).testResults ?? []) {
    if (message !== '') console.log(`\n── ${name}\n${message.slice(0, shownCharacters)}`)
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'failed')
        console.log(`\n── ${name}: ${fullName}\n${failureMessages.join('\n').slice(0, shownCharacters)}`)
  }
}

const vitest = (): boolean =>
  run('unit and integration tests', bin('vitest'), [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ])

const shownCharacters = 2_000
const pageCharacters = 1_000

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean; tests: { results: { errors?: { message: string }[] }[] }[] }[]
}

/** The end of each page on which a browser test failed, and then the errors: where a fault does not come back, this is all that is left of it. */
const showFailedPages = (): void => {
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
  show({ specs: [], ...readReport('playwright.json') })
}

const playwright = async (): Promise<boolean> => {
  const executable = await provideChromium()
  const isDone = run('browser tests', bin('playwright'), ['test', '--config', 'tests/pages/playwright.config.ts'], {
    CHROME_PATH: executable,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
  })
  if (!isDone) showFailedPages()
  return isDone
}

const steps: [title: string, step: () => boolean | Promise<boolean>][] = [
  ['format and lint', () => run('format and lint', bin('biome'), ['check', '--error-on-warnings', '.'])],
  ['build', async () => (await buildIsCurrent()) || run('build', process.execPath, ['lib/build/build.ts'])],
  ['types', () => run('types', bin('tsc'), ['--noEmit'])],
  ['unused code', () => run('unused code', bin('knip'), [])],
  ['tests', vitest],
]
const browserSteps: typeof steps = [['browser tests', playwright]]

const withBrowser = process.argv[2] !== 'check'
const failed: string[] = []
for (const [title, step] of [...steps, ...(withBrowser ? browserSteps : [])]) if (!(await step())) failed.push(title)

const counts = [countVitest(), ...(withBrowser ? [countPlaywright()] : [])]
const sum = (pick: (count: Count) => number): number => counts.reduce((total, count) => total + pick(count), 0)
if (failed.length > 0) {
  showFailedTests()
  console.log(`\nfailed: ${failed.join(', ')}`)
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`)
process.exit(failed.length > 0 ? 1 : 0)
