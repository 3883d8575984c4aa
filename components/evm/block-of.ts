import { notFound } from 'next/navigation'
import { cache } from 'react'
import { type Answer, ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmBlockDetail, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'

/** One block by number or hash, asked once a request: the tabs and the pages need it. An unknown one is a 404. */
export const blockOf = cache(
  async (explorer: Client<EvmExplorerApi>, chain: string, block: string): Promise<Answer<EvmBlockDetail>> => {
    if (!/^(\d{1,15}|0x[0-9a-f]{64})$/i.test(block)) notFound()
    const answer = await ask(explorer.evmBlock({ chain, block_number_or_hash: block }))
    if (answer.fault?.code === 'not_found') notFound()
    return answer
  },
)
