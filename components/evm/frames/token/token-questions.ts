import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { collectionEndpoints } from '#lib/evm/nft/collection-contract.ts'
import { historyEndpoints } from '#lib/evm/nft/state-contract.ts'
import { callTo } from '#lib/pages/question.ts'

const statisticsDays = 30

/** The questions of the header of every token page. */
export const headQuestions = ({ chain, source }: EvmChainState, address: string) => {
  const isOwn = source !== 'hosted'
  return {
    collection: isOwn ? callTo(historyEndpoints.evmCollection, { chain, address }) : undefined,
    statistics: isOwn
      ? callTo(collectionEndpoints.evmCollectionStatistics, { chain, address, days: statisticsDays })
      : undefined,
    rating: isOwn ? callTo(collectionEndpoints.evmContractRating, { chain, address }) : undefined,
  }
}
