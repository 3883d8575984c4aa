import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest one first: the last one to start would run alone. Vitest sorts the others. */
const slowest = [
  'evm/chain/backfill/backfill',
  'several-workers.full',
  'api/openapi-answers',
  'evm/chain/era/recorded-era',
  'html/visitor-budget.full',
  'page-weight.full',
  'regular-expressions',
  'evm/chain/backfill/check-history',
  'evm/verification/api',
  'evm/nft/metadata/keep-metadata',
  'evm/chain/fanout/fanout',
  'html/hung-schema.full',
  'database-faults-postgres.full',
  'worker-hangs',
  'start-database',
  'sdk/moralis-latest',
  'chain-stores',
  'database-faults-sqlite',
  'aptos/chain/ingest/killed',
  'export-chain.full',
  'process/supervise',
  'html/every-page',
  'html/silent-node',
  'worker-random-kills.full',
  'worker-kills',
  'web-memory',
  'start',
  'api-server',
  'html/database-away',
  'html/hosted',
  'worker-hostile-tokens',
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
