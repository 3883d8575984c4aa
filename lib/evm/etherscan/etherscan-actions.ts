import { contractActions } from './contract/actions.ts'
import type { EtherscanModule } from './kit/action.ts'

/** All actions of Etherscan's API that this server answers, by module. */
export const etherscanModules = {
  contract: contractActions,
} as const satisfies Record<string, EtherscanModule>

export type EtherscanModules = typeof etherscanModules
