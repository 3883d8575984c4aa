import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'

const daysMost = 120

/** The questions of every collection page. */
export const collectionQuestions = (id: string, network: AptosNetwork) => {
  const input = { collection_data_id_hash: id, network }
  return {
    collection: callTo(aptosNftExplorerApi.aptosCollection, input),
    days: callTo(aptosNftExplorerApi.aptosCollectionDays, { ...input, limit: daysMost }),
  }
}
