import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { nameQuestion } from '#components/evm/parts/names/name-question.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { countQuestion } from './wallet-of.ts'

const activityDays = 90

export const activityQuestion = (chain: string, address: string) =>
  evmExplorerCall('evmActivity', { chain, address, days: activityDays })

/** The questions of every page of a wallet, besides its own list. */
export const frameQuestions = ({ chain, source }: EvmChainState, address: string) => ({
  count: countQuestion(chain, address),
  name: nameQuestion(address),
  activity: source === 'hosted' ? undefined : activityQuestion(chain, address),
})
