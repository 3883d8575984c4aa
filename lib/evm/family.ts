import type { Family } from '#lib/config/family.ts'
import { evmMigrations } from './chain/migrations/migrations.ts'
import { evmActionApis, evmApis, evmExplorerApis } from './family/apis.ts'
import { evmChainToCopy } from './family/chain-to-copy.ts'
import { evmUnit } from './query/evm-coverage.ts'

/** Every EVM chain, well-known or added by the operator. */
export const evmFamily = {
  name: 'evm',
  title: 'EVM',
  apis: evmApis,
  explorerApis: evmExplorerApis,
  actionApis: evmActionApis,
  migrations: evmMigrations,
  chainToCopy: evmChainToCopy,
  coverage: { unit: evmUnit },
  // A process that answers requests does not load what indexes, and a worker does not load what answers.
  compose: async (base) => (await import('./family/compose.ts')).composeEvm(base),
  prepareWork: async (base) => (await import('./family/work.ts')).prepareEvmWork(base),
} satisfies Family
