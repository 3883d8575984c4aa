import { nameQuestion } from '#components/evm/parts/names/name-question.ts'
import { contractCallEndpoints } from '#lib/evm/contract/calls-contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { activityEndpoints } from '#lib/evm/network/contract.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { addressEndpoints } from '#lib/evm/wallet/contract.ts'
import { callTo } from '#lib/pages/question.ts'

export const activityQuestion = (chain: string, address: string) =>
  callTo(activityEndpoints.evmActivity, { chain, address, whole: true })

/** The number of transactions of an address, and the newest of them. */
export const countQuestion = (chain: string, address: string) => ({
  ...callTo(transactionEndpoints.walletTransactions, { chain, address, limit: 1, disable_total: false }),
  part: 'count',
})

/** The kind of an address. */
export const addressQuestion = (chain: string, address: string) =>
  callTo(addressEndpoints.evmAddress, { chain, address })

/** The oldest transaction: who funded or created the address, where no earlier block is missing. */
export const oldestQuestion = (chain: string, address: string) => ({
  ...callTo(transactionEndpoints.walletTransactions, { chain, address, order: 'ASC', limit: 1 }),
  part: 'oldest',
})

/** The questions of every page of a wallet, besides its own list. */
export const frameQuestions = ({ chain, source }: EvmChainState, address: string) => ({
  kind: addressQuestion(chain, address),
  count: countQuestion(chain, address),
  name: source === 'demo' ? undefined : nameQuestion(address),
  oldest: source === 'hosted' ? undefined : oldestQuestion(chain, address),
  activity: source === 'hosted' ? undefined : activityQuestion(chain, address),
})

/** The questions of the pages with a contract's functions: only our own sources know them. */
export const functionsQuestions = (state: EvmChainState, address: string) => ({
  functions:
    state.source === 'hosted'
      ? undefined
      : callTo(contractCallEndpoints.evmContractFunctions, { chain: state.chain, address }),
  ...frameQuestions(state, address),
})
