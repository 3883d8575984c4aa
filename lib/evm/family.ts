import type { Family } from '#lib/family.ts'
import { evmUnit } from './coverage/evm-unit.ts'
import { evmApis, evmExplorerApis } from './family/apis.ts'
import { composeEvm } from './family/compose.ts'
import { evmChainToMove } from './family/move.ts'
import { prepareEvmWork } from './family/work.ts'
import { evmMigrations } from './migrations.ts'

/** Every EVM chain, well-known or added by the operator. */
export const evmFamily = {
  name: 'evm',
  title: 'EVM',
  apis: evmApis,
  explorerApis: evmExplorerApis,
  migrations: evmMigrations,
  chainToMove: evmChainToMove,
  coverage: { unit: evmUnit },
  compose: composeEvm,
  prepareWork: prepareEvmWork,
} satisfies Family
