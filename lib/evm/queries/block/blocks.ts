import type { Service } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { resolveBounds } from '#lib/evm/coverage/block-bounds.ts'
import { requestedBlocks } from '#lib/evm/coverage/requested-blocks.ts'
import { blockRecord } from '#lib/evm/decode/records.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'

/** The stored blocks of a chain, newest first. */
export const blocks =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmBlocks'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const coverageThen = await context.coverage(chain)
    const binding = { route: 'evmBlocks', filters: { chain: chain.id, to_date: input.to_date } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const bounds = await resolveBounds(context.store.db, chain.id, { to_date: input.to_date })
    call?.coveredBy?.(coverageThen(requestedBlocks(bounds, input)))
    if (!bounds) return { cursor: null, result: [] }
    const { highest } = bounds
    const rows = await context.store.db
      .selectFrom('evm_blocks')
      .selectAll()
      .where('chain', '=', chain.id)
      .$if(place !== undefined, (query) => query.where('number', '<', Number(place?.key[0])))
      .$if(highest !== undefined, (query) => query.where('number', '<=', highest ?? 0))
      .orderBy('number', 'desc')
      .limit(limit + 1)
      .execute()
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf: ({ number }) => [number] }, binding)
    return { cursor, result: shown.map(blockRecord) }
  }
