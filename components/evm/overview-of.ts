import { type Answer, ask } from '#components/ask.ts'
import type { Client, Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'

/** Rows in each of the overview's lists. */
export const overviewRows = 8
const activityDays = 30

export type Overview = {
  blocks: Answer<Output<EvmExplorerApi['evmBlocks']>>
  transactions: Answer<Output<EvmExplorerApi['evmTransactions']>>
  activity: Answer<Output<EvmExplorerApi['evmActivity']>>
}

/** What a chain's front page shows. A part that fails does not take the others with it. */
export const overviewOf = async (explorer: Client<EvmExplorerApi>, chain: string): Promise<Overview> => {
  const [blocks, transactions, activity] = await Promise.all([
    ask(explorer.evmBlocks({ chain, limit: overviewRows })),
    ask(explorer.evmTransactions({ chain, limit: overviewRows })),
    ask(explorer.evmActivity({ chain, days: activityDays })),
  ])
  return { blocks, transactions, activity }
}
