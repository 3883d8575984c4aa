import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Duration of the slowest files, in seconds on two cores: the last one to start would run alone. Vitest sorts the
 * others.
 */
const seconds: Record<string, number> = {
  'evm/metadata/keep-metadata.test.ts': 150,
  'worker-kills.test.ts': 100,
  'evm/backfill/backfill.test.ts': 90,
  'worker-random-kills.test.ts': 80,
  'worker-hostile-tokens.test.ts': 60,
  'worker-hangs.test.ts': 60,
  'start-database.test.ts': 50,
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      Object.entries(seconds).find(([path]) => moduleId.endsWith(`/tests/${path}`))?.[1] ?? 0
    return sorted.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
