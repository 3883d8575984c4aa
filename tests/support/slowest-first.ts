import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Duration of the slowest files, in seconds on two cores: the last one to start would run alone. Vitest sorts the
 * others.
 */
const seconds: Record<string, number> = {
  'evm/backfill/backfill.test.ts': 130,
  'worker-random-kills.test.ts': 80,
  'aptos/ingest/killed.test.ts': 75,
  'evm/metadata/keep-metadata.test.ts': 75,
  'worker-hangs.test.ts': 70,
  'sdk/moralis-latest.test.ts': 60,
  'api/openapi-answers.test.ts': 60,
  'evm/backfill/check-history.test.ts': 50,
  'evm/index-chain.test.ts': 50,
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      Object.entries(seconds).find(([path]) => moduleId.endsWith(`/tests/${path}`))?.[1] ?? 0
    return sorted.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
