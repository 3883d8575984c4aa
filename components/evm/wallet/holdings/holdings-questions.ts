import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'

/** Tokens that the page lists; the first few are shown at once. */
const tokensMax = 60
const approvalsMax = 100

/** What a wallet holds, where the chain is read from a node of one's own. */
export const holdingsQuestions = ({ chain, source }: EvmChainState, address: string) => {
  const isOwn = source !== 'hosted'
  return {
    holdings: isOwn ? evmExplorerCall('evmHoldings', { chain, address, limit: tokensMax }) : undefined,
    approvals: isOwn ? evmCall('walletApprovals', { chain, address, limit: approvalsMax }) : undefined,
    oldest: isOwn
      ? { ...evmCall('walletTransactions', { chain, address, order: 'ASC', limit: 1 }), part: 'oldest' }
      : undefined,
  }
}
