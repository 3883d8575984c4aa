import { notFound } from 'next/navigation'
import { cache } from 'react'
import { type Answer, askWhole, isNotServed } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { DecodedTransaction } from '#lib/evm/contract/transactions.ts'

/**
 * One transaction with its logs, asked once a request: the tabs and the page need it. Decoded where a source decodes, else as
 * the chain has it. An unknown hash is a 404.
 */
export const transactionOf = cache(
  async (client: Client<EvmApi>, chain: string, hash: string): Promise<Answer<DecodedTransaction>> => {
    if (!/^0x[0-9a-f]{64}$/i.test(hash)) notFound()
    const decoded = await askWhole(client.transactionVerbose({ chain, transaction_hash: hash }))
    const answer =
      decoded.fault && isNotServed(decoded.fault)
        ? await askWhole(client.transaction({ chain, transaction_hash: hash }))
        : decoded
    if (answer.fault?.code === 'not_found') notFound()
    return answer
  },
)
