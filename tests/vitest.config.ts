import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './support/slowest-first.ts'

// Compiled code of Node modules is kept between processes: it halves the start of a worker, of which the tests start hundreds.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node')

/**
 * Tests whose files share a process: loading the modules once per worker, not once per file, saves two fifths of their time.
 * A file that replaces something global (the clock, `fetch`, a module) must not be among them.
 */
const shared = [
  ...['components', 'contract', 'encoding', 'export', 'format', 'indexing', 'labels', 'nodes', 'recognise'],
  ...['abi', 'decode', 'labels', 'node', 'proof', 'queries', 'ratings', 'signatures', 'traits'].map(
    (room) => `evm/${room}`,
  ),
  ...['decode', 'queries', 'writer'].map((room) => `aptos/${room}`),
]
const sharedFiles = shared.map((folder) => `${folder}/**/*.test.ts`)

export default defineConfig({
  test: {
    dir: 'tests',
    globalSetup: ['tests/support/shared-postgres.ts'],
    testTimeout: 90_000,
    hookTimeout: 150_000,
    // Two cores: more workers only make the tests that run real servers slow and unsteady.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'shared', include: sharedFiles, isolate: false } },
      {
        extends: true,
        test: { name: 'isolated', include: ['**/*.test.{ts,tsx}'], exclude: ['pages/**', ...sharedFiles] },
      },
    ],
  },
})
