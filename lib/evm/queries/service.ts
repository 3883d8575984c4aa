import type { Service } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { activity } from './activity.ts'
import { block } from './block.ts'
import { blockTransactions } from './block-transactions.ts'
import { blocks } from './blocks.ts'
import { chainStates } from './chain-states.ts'
import type { EvmQueryContext } from './context.ts'
import { latestTransactions } from './latest-transactions.ts'
import { search } from './search.ts'
import { transaction } from './transaction.ts'
import { walletTransactions } from './wallet-transactions.ts'

export type EvmServiceOptions = Omit<EvmQueryContext, 'node' | 'now'> & Partial<Pick<EvmQueryContext, 'node' | 'now'>>

const contextOf = (options: EvmServiceOptions): EvmQueryContext => ({ node: {}, now: Date.now, ...options })

/** What the own index answers of the EVM data API. */
export const createEvmService = (
  options: EvmServiceOptions,
): Pick<Service<EvmApi>, 'walletTransactions' | 'transaction'> => {
  const context = contextOf(options)
  return { walletTransactions: walletTransactions(context), transaction: transaction(context) }
}

/** What the own index answers of the explorer's endpoints: all of them. */
export const createEvmExplorerService = (options: EvmServiceOptions): Service<EvmExplorerApi> => {
  const context = contextOf(options)
  return {
    evmChains: chainStates(context),
    evmBlocks: blocks(context),
    evmBlock: block(context),
    evmBlockTransactions: blockTransactions(context),
    evmTransactions: latestTransactions(context),
    evmActivity: activity(context),
    evmSearch: search(context),
  }
}
