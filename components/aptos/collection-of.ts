import { cache } from 'react'
import { type Answer, ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi, AptosStatus } from '#lib/aptos/contract/explorer.ts'
import type { AptosCollection } from '#lib/aptos/contract/nft-explorer.ts'
import type { AptosNetwork } from './aptos-path.ts'

export type CollectionView = {
  id: string
  network: AptosNetwork
  status: AptosStatus | undefined
  /** Not available where only the hosted service answers: its lists still are. */
  collection: Answer<AptosCollection>
}

/** What is known of a collection and of the index; asked once a request. */
export const collectionOf = cache(
  async (explorer: Client<AptosExplorerApi>, id: string, asked: AptosNetwork | undefined): Promise<CollectionView> => {
    const [collection, { data: status }] = await Promise.all([
      ask(explorer.aptosCollection({ collection_data_id_hash: id, network: asked })),
      ask(explorer.aptosStatus({ network: asked })),
    ])
    return { id, network: status?.network ?? asked ?? 'mainnet', status, collection }
  },
)
