import type { VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { contractAnswers } from './contract/answers.ts'
import type { EtherscanModules } from './etherscan-actions.ts'
import type { ModuleAnswers } from './kit/action.ts'

export type EtherscanAnswers = { [Name in keyof EtherscanModules]: ModuleAnswers<EtherscanModules[Name]> }

/** What answers each action: one that is declared and has no answer is a compile error. */
export const createEtherscanAnswers = ({ desk }: { desk: VerifyDesk }): EtherscanAnswers => ({
  contract: contractAnswers(desk),
})
