import type { Output } from '#lib/api/endpoint.ts'
import { blockEndpoints } from '#lib/evm/block/contract.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { activityEndpoints } from '#lib/evm/network/contract.ts'
import { transactionListEndpoints } from '#lib/evm/transaction/contract.ts'
import { type Answer, callTo } from '#lib/pages/question.ts'

/** Rows in each of the overview's lists. */
export const overviewRows = 8
/** Blocks in the strip above them. */
export const stripBlocks = 30
const activityDays = 30

export type Overview = {
  blocks: Answer<Output<EvmExplorerApi['evmBlocks']>>
  transactions: Answer<Output<EvmExplorerApi['evmTransactions']>>
  activity: Answer<Output<EvmExplorerApi['evmActivity']>> | undefined
}

/** The questions of a chain's home page. A hosted service has no sums of days. */
export const networkOverviewQuestions = ({ chain, source }: EvmChainState) => ({
  // Each block of a hosted service is a call of its own.
  blocks: callTo(blockEndpoints.evmBlocks, { chain, limit: source === 'hosted' ? overviewRows : stripBlocks }),
  transactions: callTo(transactionListEndpoints.evmTransactions, { chain, limit: overviewRows }),
  activity: source === 'hosted' ? undefined : callTo(activityEndpoints.evmActivity, { chain, days: activityDays }),
})
