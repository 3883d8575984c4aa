import type { Service } from '#lib/api/endpoint.ts'
import type { blockEndpoints } from '#lib/evm/contract/explorer/block-endpoints.ts'
import { blockRecord } from '#lib/evm/decode/records.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { chainList, inRange } from '#lib/evm/queries/parts/ranges/chain-list.ts'

/** The stored blocks of a chain, newest first. */
export const blocks = (context: EvmQueryContext): Service<typeof blockEndpoints>['evmBlocks'] =>
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
