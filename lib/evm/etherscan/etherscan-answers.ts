import type { VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { accountAnswers } from './account/answers.ts'
import { blockAnswers } from './block/answers.ts'
import { contractAnswers } from './contract/answers.ts'
import type { EtherscanModules } from './etherscan-actions.ts'
import type { ModuleAnswers } from './kit/action.ts'
import { logAnswers } from './logs/answers.ts'
import { transactionAnswers } from './transaction/answers.ts'

export type EtherscanAnswers = { [Name in keyof EtherscanModules]: ModuleAnswers<EtherscanModules[Name]> }

/** What answers each action: one that is declared and has no answer is a compile error. */
export const createEtherscanAnswers = ({ desk }: { desk: VerifyDesk }): EtherscanAnswers => ({
  account: accountAnswers,
  contract: contractAnswers(desk),
  transaction: transactionAnswers,
  block: blockAnswers,
  logs: logAnswers,
})
