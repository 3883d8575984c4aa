import { addressActions } from './account/actions.ts'
import { blockActions } from './block/actions.ts'
import { contractActions } from './contract/actions.ts'
import { gasActions } from './gas/actions.ts'
import type { EtherscanModule } from './kit/action.ts'
import { limitActions } from './limit/actions.ts'
import { logActions } from './logs/actions.ts'
import { proxyActions } from './proxy/actions.ts'
import { statsActions } from './stats/actions.ts'
import { tokenActions } from './token/actions.ts'
import { transactionActions } from './transaction/actions.ts'

/** All actions of Etherscan's API that this server answers, by module. */
export const etherscanModules = {
  account: addressActions,
  contract: contractActions,
  transaction: transactionActions,
  block: blockActions,
  logs: logActions,
  proxy: proxyActions,
  gastracker: gasActions,
  token: tokenActions,
  stats: statsActions,
  getapilimit: limitActions,
} as const satisfies Record<string, EtherscanModule>

export type EtherscanModules = typeof etherscanModules
