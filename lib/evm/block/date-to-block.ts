import type { Service } from '#lib/api/endpoint.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { findDated } from '#lib/evm/query/dated-block.ts'
import { coverageOfBlock } from '#lib/evm/query/report-coverage.ts'
import type { blockContentsEndpoints } from './contract.ts'

/** The last block at or before a date, from the index, otherwise by a search of the node's headers. */
export const dateToBlockQuery =
  (context: EvmQueryContext): Service<typeof blockContentsEndpoints>['dateToBlock'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const seconds = Math.floor(Date.parse(input.date) / 1_000)
    const found = await findDated(context, chain, seconds, call?.signal)
    call?.coveredBy?.(coverageOfBlock(found.number))
    const time = timestampText(found.timestamp)
    return {
      date: time.replace(/\.\d+Z$/, '+00:00'),
      block: found.number,
      timestamp: found.timestamp,
      block_timestamp: time,
      hash: found.hash,
      parent_hash: found.parentHash,
    }
  }
