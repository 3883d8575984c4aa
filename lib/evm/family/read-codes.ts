import type { Hex } from '#lib/base/hex.ts'
import type { FamilyBase } from '#lib/config/family.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { ReadCodes } from '#lib/evm/verification/read-codes.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { EvmSource } from './sources.ts'

const codesPerBatch = 50

/** Reads deployed code from the nodes of this server. */
export const createReadCodes =
  (nodes: readonly EvmSource[], chainOf: (id: number) => ServedChain | undefined, log: FamilyBase['log']): ReadCodes =>
  async (chainId, addresses) => {
    const name = chainOf(chainId)?.name
    const pool = nodes.find(({ chain }) => chain === name)?.pool
    const codes = new Map<Hex, Hex>()
    if (!pool) return codes
    for (const batch of batchesOf(addresses, codesPerBatch)) {
      const calls = batch.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'], mayFail: true }))
      const answers = await pool.callMany(calls).catch((error: unknown) => {
        log.warn({ chain: name, err: error }, 'could not read the code of contracts')
        return []
      })
      for (const [index, answer] of answers.entries()) {
        const address = batch[index]
        if (address !== undefined && !(answer instanceof NodeRefusal))
          codes.set(address, parseBytes(answer, 'eth_getCode'))
      }
    }
    return codes
  }
