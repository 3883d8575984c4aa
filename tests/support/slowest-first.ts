import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Duration of the slowest files, in seconds on two cores: the last one to start would run alone. Vitest sorts the
 * others.
 */
const seconds: Record<string, number> = {
  'several-workers.test.ts': 170,
  'worker-random-kills.test.ts': 125,
  'evm/backfill/backfill.test.ts': 115,
  'aptos/ingest/killed.test.ts': 105,
  'evm/metadata/keep-metadata.test.ts': 90,
  'worker-hostile-tokens.test.ts': 80,
  'api/openapi-answers.test.ts': 75,
  'web-memory.test.ts': 75,
  'page-weight.test.ts': 75,
  'evm/backfill/check-history.test.ts': 65,
  'worker-hangs.test.ts': 65,
  'start-database.test.ts': 60,
  'chain-stores.test.ts': 60,
  'database-faults-postgres.test.ts': 55,
  'sdk/moralis-latest.test.ts': 50,
  'process/supervise.test.ts': 45,
  'sdk/moralis-2.22.test.ts': 40,
  'database-faults-sqlite.test.ts': 40,
  'export-chain.test.ts': 35,
  'api/fuzz.test.ts': 35,
  'evm/fanout/fanout.test.ts': 35,
  'evm/forks/forks.test.ts': 35,
  'worker-kills.test.ts': 30,
  'indexing/simulation.test.ts': 30,
  'start.test.ts': 60,
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      Object.entries(seconds).find(([path]) => moduleId.endsWith(`/tests/${path}`))?.[1] ?? 0
    return sorted.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
