import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest one first: the last one to start would run alone. Vitest sorts the others. */
const slowest = [
  'evm/backfill/backfill',
  'several-workers',
  'evm/backfill/check-history',
  'web-memory',
  'evm/metadata/keep-metadata',
  'page-weight',
  'chain-stores',
  'start-database',
  'api/openapi-answers',
  'worker-hangs',
  'database-faults-postgres',
  'database-faults-sqlite',
  'worker-kills',
  'aptos/ingest/killed',
  'sdk/moralis-latest',
  'worker-random-kills',
  'process/supervise',
  'start',
  'worker-hostile-tokens',
  'regular-expressions',
  'export-chain',
  'evm/fanout/fanout',
  'evm/era/recorded-era',
  'evm/verify/api',
  'html/visitor-budget',
  'api-server',
].map((name) => `/tests/${name}.test.ts`)

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = slowest.findIndex((path) => moduleId.endsWith(path))
      return place < 0 ? slowest.length : place
    }
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
