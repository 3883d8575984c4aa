import type { ReadCodes, VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { accountAnswers } from './account/answers.ts'
import { blockAnswers } from './block/answers.ts'
import { contractAnswers } from './contract/answers.ts'
import type { EtherscanModules } from './etherscan-actions.ts'
import { gasAnswers } from './gas/answers.ts'
import type { ModuleAnswers } from './kit/action.ts'
import { limitAnswers } from './limit/answers.ts'
import { logAnswers } from './logs/answers.ts'
import { proxyAnswers } from './proxy/answers.ts'
import { statsAnswers } from './stats/answers.ts'
import { tokenAnswers } from './token/answers.ts'
import { transactionAnswers } from './transaction/answers.ts'

export type EtherscanAnswers = { [Name in keyof EtherscanModules]: ModuleAnswers<EtherscanModules[Name]> }

type AnswerParts = {
  desk: VerifyDesk
  readCodes: ReadCodes
  /** Whether transactions are passed on to the node. */
  maySend: boolean
}

/** What answers each action: one that is declared and has no answer is a compile error. */
export const createEtherscanAnswers = ({ desk, readCodes, maySend }: AnswerParts): EtherscanAnswers => ({
  account: accountAnswers,
  contract: contractAnswers(desk),
  transaction: transactionAnswers,
  block: blockAnswers,
  logs: logAnswers,
  proxy: proxyAnswers({ maySend }),
  gastracker: gasAnswers,
  token: tokenAnswers(readCodes),
  stats: statsAnswers,
  getapilimit: limitAnswers,
})
