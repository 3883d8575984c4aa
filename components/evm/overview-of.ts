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

/** What its parts ask. */
export const overviewInputs = (chain: string) => ({
  list: { chain, limit: overviewRows },
  activity: { chain, days: activityDays },
})

/** What a chain's front page shows. A part that fails does not take the others with it. */
export const overviewOf = async (explorer: Client<EvmExplorerApi>, chain: string): Promise<Overview> => {
  const inputs = overviewInputs(chain)
  const [blocks, transactions, activity] = await Promise.all([
    ask(explorer.evmBlocks(inputs.list)),
    ask(explorer.evmTransactions(inputs.list)),
    ask(explorer.evmActivity(inputs.activity)),
  ])
  return { blocks, transactions, activity }
}
