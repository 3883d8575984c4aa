import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    dir: 'tests',
    include: ['**/*.test.ts'],
    exclude: ['pages/**'],
    globalSetup: ['tests/support/shared-postgres.ts'],
    testTimeout: 90_000,
    hookTimeout: 150_000,
    // Two cores: more workers only make the tests that run real servers slow and unsteady.
    maxWorkers: 2,
  },
})
