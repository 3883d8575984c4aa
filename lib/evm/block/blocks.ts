import type { Service } from '#lib/api/endpoint.ts'
import { blockRecord } from '#lib/evm/chain/decode/records.ts'
import { chainList, inRange } from '#lib/evm/query/chain-list.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { blockEndpoints } from './contract.ts'

/** The stored blocks of a chain, newest first. */
export const blocksQuery = (context: EvmQueryContext): Service<typeof blockEndpoints>['evmBlocks'] =>
  chainList(context, {
    route: 'evmBlocks',
    read: ({ store: { db } }, range) =>
      db
        .selectFrom('evm_blocks')
        .selectAll()
        .where('chain', '=', range.chain)
        .where(inRange(['number'], range))
        .orderBy('number', 'desc')
        .limit(range.rows)
        .execute(),
    placeOf: ({ number }) => [number],
    recordOf: blockRecord,
  })
