import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './support/slowest-first.ts'
import { isFull } from './support/tier.ts'

// Compiled code of Node modules is kept between processes: it halves the start of a worker, of which the tests start hundreds.
// Tests name blocks and times of the demo ledger.
process.env.DEMO_TIMES ??= 'recorded'
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node')

/**
 * Files that replace something global (the clock, `fetch`, a module, the environment) have a process of their own. All others
 * share one per worker: loading the modules once, and no process per file, saves a third of their time.
 */
const isolated = [
  'coverage/**',
  'families/**',
  'evm/chains-file.test.ts',
  'evm/timeline/timeline-reader.test.ts',
  'gateway/admit.test.ts',
  'page-data/draw-preview.test.ts',
  'regular-expressions.test.ts',
  // Their client may be started once per process.
  'sdk/**',
].map((pattern) => (pattern.endsWith('**') ? `${pattern}/*.test.{ts,tsx}` : pattern))

/** Files that mostly wait, for a worker that hangs or a database that is locked. They run first, and side by side. */
const patient = ['database-faults-*', 'process/supervise', 'start-database', 'worker-*'].map(
  (name) => `${name}.test.ts`,
)

/** Only in `npm run test:full`, as are tests with the tag `full`. */
const full = isFull ? [] : ['**/*.full.test.{ts,tsx}']

export default defineConfig({
  test: {
    dir: 'tests',
    exclude: ['pages/**', ...full],
    tags: [{ name: 'full' }],
    ...(isFull ? {} : { tagsFilter: ['!full'] }),
    globalSetup: ['tests/support/bundled-processes.ts', 'tests/support/shared-postgres.ts'],
    // The full tier does several times as much in a test.
    testTimeout: isFull ? 600_000 : 90_000,
    hookTimeout: 150_000,
    // What a test waits for comes however busy the machine is.
    expect: { poll: { timeout: 60_000 } },
    runner: resolve('tests/support/engine-runner.ts'),
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'patient', include: patient, maxWorkers: 6, sequence: { groupOrder: 0 } } },
      // The two projects share the workers.
      { extends: true, test: { name: 'isolated', include: isolated, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['pages/**', ...isolated, ...patient, ...full],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
