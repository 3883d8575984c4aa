import { cache } from 'react'
import { type Answer, ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi, AptosStatus } from '#lib/aptos/contract/explorer.ts'
import type { AptosToken } from '#lib/aptos/contract/nft-explorer.ts'
import type { AptosNetwork } from './aptos-path.ts'

type TokenView = {
  network: AptosNetwork
  status: AptosStatus | undefined
  /** Not available where only the hosted service answers: its owners still are. */
  token: Answer<AptosToken>
}

/** What is known of a token and of the index; asked once a request. */
export const aptosTokenOf = cache(
  async (explorer: Client<AptosExplorerApi>, id: string, asked: AptosNetwork | undefined): Promise<TokenView> => {
    const [token, { data: status }] = await Promise.all([
      ask(explorer.aptosToken({ token_data_id_hash: id, network: asked })),
      ask(explorer.aptosStatus({ network: asked })),
    ])
    return { network: status?.network ?? asked ?? 'mainnet', status, token }
  },
)
