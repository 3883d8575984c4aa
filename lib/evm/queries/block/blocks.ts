import type { Service } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { resolveBounds } from '#lib/evm/coverage/block-bounds.ts'
import { requestedBlocks } from '#lib/evm/coverage/requested-blocks.ts'
import { blockRecord } from '#lib/evm/decode/records.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'

/** The stored blocks of a chain, newest first. */
export const blocks =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmBlocks'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const coverageThen = await context.coverage(chain)
    const { from_block, to_block, from_date, to_date } = input
    const asked = { from_block, to_block, from_date, to_date }
    const binding = { route: 'evmBlocks', filters: { chain: chain.id, ...asked } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const bounds = await resolveBounds(context.store.db, chain.id, asked)
    call?.coveredBy?.(coverageThen(requestedBlocks(bounds, asked)))
    if (!bounds) return { cursor: null, result: [] }
    const { lowest, highest } = bounds
    const rows = await context.store.db
      .selectFrom('evm_blocks')
      .selectAll()
      .where('chain', '=', chain.id)
      .where('number', '>=', lowest)
      .$if(place !== undefined, (query) => query.where('number', '<', Number(place?.key[0])))
      .$if(highest !== undefined, (query) => query.where('number', '<=', highest ?? 0))
      .orderBy('number', 'desc')
      .limit(limit + 1)
      .execute()
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf: ({ number }) => [number] }, binding)
    const labelOf = labelsOn(context.known, chain.id)
    return { cursor, result: shown.map((row) => blockRecord(row, labelOf)) }
  }
