import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'

const daysMost = 120

/** The questions of every collection page. */
export const collectionQuestions = (id: string, network: AptosNetwork) => {
  const input = { collection_data_id_hash: id, network }
  return {
    collection: aptosExplorerCall('aptosCollection', input),
    days: aptosExplorerCall('aptosCollectionDays', { ...input, limit: daysMost }),
  }
}
