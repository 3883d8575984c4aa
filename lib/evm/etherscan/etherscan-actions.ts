import { addressActions } from './account/actions.ts'
import { blockActions } from './block/actions.ts'
import { contractActions } from './contract/actions.ts'
import type { EtherscanModule } from './kit/action.ts'
import { logActions } from './logs/actions.ts'
import { transactionActions } from './transaction/actions.ts'

/** All actions of Etherscan's API that this server answers, by module. */
export const etherscanModules = {
  account: addressActions,
  contract: contractActions,
  transaction: transactionActions,
  block: blockActions,
  logs: logActions,
} as const satisfies Record<string, EtherscanModule>

export type EtherscanModules = typeof etherscanModules
