import type { Family } from '#lib/config/family.ts'
import { aptosMigrations } from './chain/migrations/migrations.ts'
import { aptosApis, aptosChainToCopy, aptosExplorerApis } from './family/apis.ts'
import { aptosUnit } from './query/context.ts'

/** The networks of Aptos. */
export const aptosFamily = {
  name: 'aptos',
  title: 'Aptos',
  apis: aptosApis,
  explorerApis: aptosExplorerApis,
  migrations: aptosMigrations,
  chainToCopy: aptosChainToCopy,
  coverage: { unit: aptosUnit },
  // A process that answers requests does not load what indexes, and a worker does not load what answers.
  compose: async (base) => (await import('./family/compose.ts')).composeAptos(base),
  prepareWork: async (base) => (await import('./family/work.ts')).prepareAptosWork(base),
} satisfies Family
