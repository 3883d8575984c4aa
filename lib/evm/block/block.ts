import type { Service } from '#lib/api/endpoint.ts'
import { blockRecord } from '#lib/evm/chain/decode/records.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { knownBlock, rowOf } from '#lib/evm/query/find-block.ts'
import type { blockEndpoints } from './contract.ts'

/** A block, and whether it was final at the node's last response. */
export const blockQuery =
  (context: EvmQueryContext): Service<typeof blockEndpoints>['evmBlock'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const found = await knownBlock(context, chain, input.block_number_or_hash, call?.signal)
    const row = rowOf(chain, found)
    const { head } = await readChainStatus(context.store.db, chain.id)
    return {
      ...blockRecord(row, labelsOn(context.known, chain.id)),
      finalized: head !== undefined && row.number <= head.finalized,
    }
  }
