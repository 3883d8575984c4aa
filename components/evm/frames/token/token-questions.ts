import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

const statisticsDays = 30

/** The questions of the header of every token page. */
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
