import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Answer } from '#lib/pages/question.ts'

/** Rows in each of the overview's lists. */
export const overviewRows = 8
const activityDays = 30

export type Overview = {
  blocks: Answer<Output<EvmExplorerApi['evmBlocks']>>
  transactions: Answer<Output<EvmExplorerApi['evmTransactions']>>
  activity: Answer<Output<EvmExplorerApi['evmActivity']>> | undefined
}

/** The questions of a chain's home page. A hosted service has no sums of days. */
export const overviewQuestions = ({ chain, source }: EvmChainState) => ({
  blocks: evmExplorerCall('evmBlocks', { chain, limit: overviewRows }),
  transactions: evmExplorerCall('evmTransactions', { chain, limit: overviewRows }),
  activity: source === 'hosted' ? undefined : evmExplorerCall('evmActivity', { chain, days: activityDays }),
})
