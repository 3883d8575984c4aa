import { cache } from 'react'
import { type Answer, ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { AptosAccount, AptosExplorerApi, AptosStatus } from '#lib/aptos/contract/explorer.ts'
import type { AptosCollectionSummary } from '#lib/aptos/contract/nft-explorer.ts'
import type { AptosNetwork } from './aptos-path.ts'

export type AccountView = {
  address: string
  network: AptosNetwork
  status: AptosStatus | undefined
  account: Answer<AptosAccount>
  /** The newest collection that it created, if any is known. */
  created: AptosCollectionSummary | undefined
}

/** What is known of an account; asked once a request. */
export const accountOf = cache(
  async (
    explorer: Client<AptosExplorerApi>,
    address: string,
    asked: AptosNetwork | undefined,
  ): Promise<AccountView> => {
    const [account, { data: status }, { data: collections }] = await Promise.all([
      ask(explorer.aptosAccount({ address, network: asked })),
      ask(explorer.aptosStatus({ network: asked })),
      ask(explorer.aptosCreatorCollections({ address, network: asked, limit: 1 })),
    ])
    const network = status?.network ?? asked ?? 'mainnet'
    return { address, network, status, account, created: collections?.result[0] }
  },
)
