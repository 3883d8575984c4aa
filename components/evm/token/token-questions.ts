import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'

const statisticsDays = 30

/** What the head of every page of a token asks. */
export const headQuestions = ({ chain, source }: EvmChainState, address: string) => {
  const isOwn = source !== 'hosted'
  return {
    collection: isOwn ? evmExplorerCall('evmCollection', { chain, address }) : undefined,
    statistics: isOwn
      ? evmExplorerCall('evmCollectionStatistics', { chain, address, days: statisticsDays })
      : undefined,
    rating: isOwn ? evmExplorerCall('evmContractRating', { chain, address }) : undefined,
  }
}
