import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { reportCoverage } from '#lib/evm/coverage/report-coverage.ts'
import { transactionRecord } from '#lib/evm/decode/records.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { blockOf } from '#lib/evm/queries/parts/key-joins.ts'
import { openCursor, shownPage } from '#lib/evm/queries/parts/list-cursor.ts'

/** The stored transactions of a chain, newest first. */
export const latestTransactions =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmTransactions'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    await reportCoverage(context.coverage, chain, call)
    const binding = { route: 'evmTransactions', filters: { chain: chain.id } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const rows = await context.store.db
      .selectFrom((from) =>
        from
          .selectFrom('evm_transactions')
          .selectAll()
          .where('chain', '=', chain.id)
          .$if(place !== undefined, (query) =>
            query.where(
              sql<boolean>`(block_number, transaction_index) < (${Number(place?.key[0])}, ${Number(place?.key[1])})`,
            ),
          )
          .orderBy('block_number', 'desc')
          .orderBy('transaction_index', 'desc')
          .limit(limit + 1)
          .as('t'),
      )
      .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain.id, 't')))
      .selectAll('t')
      .select(['b.hash as block_hash', 'b.timestamp as block_timestamp'])
      .orderBy('t.block_number', 'desc')
      .orderBy('t.transaction_index', 'desc')
      .execute()
    const { shown, cursor } = shownPage(
      context,
      { rows, limit, page, keyOf: ({ block_number, transaction_index }) => [block_number, transaction_index] },
      binding,
    )
    const labelOf = labelsOn(context.known, chain.id)
    return { cursor, result: shown.map((row) => transactionRecord(row, labelOf)) }
  }
