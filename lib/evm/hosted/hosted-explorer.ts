import type { Service } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { hostedBlocks } from './hosted-blocks.ts'
import { hostedHoldings } from './hosted-holdings.ts'
import type { HostedInterface } from './hosted-interface.ts'
import { hostedSearch } from './hosted-search.ts'
import { hostedTokens } from './hosted-tokens.ts'

export type HostedExplorer = Pick<
  Service<EvmExplorerApi>,
  | 'evmAddress'
  | 'evmBlock'
  | 'evmBlockTransactions'
  | 'evmBlocks'
  | 'evmHoldings'
  | 'evmSearch'
  | 'evmTokenHolders'
  | 'evmTransactions'
>

/**
 * The endpoints of the explorer that the interface can answer, each with at most three calls to the hosted service. What needs a node
 * or an index is left out: the gateway answers it with `not_available`.
 */
export const createHostedExplorer = (hosted: HostedInterface, now: () => number = Date.now): HostedExplorer => {
  const { contentsOf, ...blocks } = hostedBlocks(hosted, now)
  return {
    ...blocks,
    ...hostedTokens(hosted),
    evmHoldings: hostedHoldings(hosted),
    evmSearch: hostedSearch({ hosted, contentsOf }),
  }
}
