import { cache } from 'react'
import { ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmChainState, EvmCollection, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'

/** What is known of a contract's own words and of its index; asked once a request. Nothing where the own index has no part. */
export const tokenOf = cache(
  async (
    explorer: Client<EvmExplorerApi>,
    { chain, source }: EvmChainState,
    address: string,
  ): Promise<EvmCollection | undefined> => {
    if (source === 'hosted') return undefined
    const { data } = await ask(explorer.evmCollection({ chain, address }))
    return data
  },
)
