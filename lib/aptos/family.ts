import type { Family } from '#lib/family.ts'
import { aptosUnit } from './coverage/aptos-unit.ts'
import { aptosApis, aptosExplorerApis } from './family/apis.ts'
import { composeAptos } from './family/compose.ts'
import { aptosChainToMove } from './family/move.ts'
import { prepareAptosWork } from './family/work.ts'
import { aptosMigrations } from './migrations.ts'

/** The networks of Aptos. */
export const aptosFamily = {
  name: 'aptos',
  title: 'Aptos',
  apis: aptosApis,
  explorerApis: aptosExplorerApis,
  migrations: aptosMigrations,
  chainToMove: aptosChainToMove,
  coverage: { unit: aptosUnit },
  compose: composeAptos,
  prepareWork: prepareAptosWork,
} satisfies Family
