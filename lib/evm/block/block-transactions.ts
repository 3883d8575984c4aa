import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { transactionRow } from '#lib/evm/chain/decode/block-rows.ts'
import { type InBlock, transactionRecord } from '#lib/evm/chain/decode/records.ts'
import type { BlockRow, EvmTables, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { coverageOfBlock } from '#lib/evm/query/coverage/report-coverage.ts'
import { knownBlock } from '#lib/evm/query/find-block.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import type { blockEndpoints } from './contract.ts'

/** The transactions of one block in execution order. The cursor contains the block's hash: a reorg ends the list. */
export const blockTransactionsQuery =
  (context: EvmQueryContext): Service<typeof blockEndpoints>['evmBlockTransactions'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const binding = {
      route: 'evmBlockTransactions',
      filters: { chain: chain.id, block: input.block_number_or_hash },
    }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const after = place ? Number(place.key[1]) : (input.from_index ?? 0) - 1

    const found = await knownBlock(context, chain, input.block_number_or_hash, call?.signal)
    call?.coveredBy?.(coverageOfBlock(('stored' in found ? found.stored : found.fetched).number))
    const hash = 'stored' in found ? toHex(found.stored.hash) : found.fetched.hash
    if (place && place.key[0] !== hash)
      throw badParameter('cursor', 'belongs to a block that was removed by a reorg: start again without it')
    const rows =
      'stored' in found
        ? await transactionsAfter(context.store.db, found.stored, after, limit + 1)
        : found.fetched.transactions
            .filter(({ index }) => index > after)
            .slice(0, limit + 1)
            .map((transaction) => transactionRow(chain.id, found.fetched.number, transaction))
    const keyOf = ({ transaction_index }: TransactionRow) => [hash, transaction_index]
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf }, binding)
    const inBlock: InBlock = {
      block_hash: toBytes(hash),
      block_timestamp: 'stored' in found ? found.stored.timestamp : found.fetched.timestamp,
    }
    const labelOf = labelsOn(context.known, chain.id)
    return { cursor, result: shown.map((row) => transactionRecord({ ...row, ...inBlock }, labelOf)) }
  }

/** Joined with the block by its hash: a block that was replaced between the two reads has no transactions. */
const transactionsAfter = (
  db: Kysely<EvmTables>,
  { chain, number, hash }: BlockRow,
  after: number,
  rows: number,
): Promise<TransactionRow[]> =>
  db
    .selectFrom('evm_transactions as t')
    .innerJoin('evm_blocks as b', (join) => join.on('b.chain', '=', chain).on('b.number', '=', number))
    .selectAll('t')
    .where('b.hash', '=', hash)
    .where('t.chain', '=', chain)
    .where('t.block_number', '=', number)
    .where('t.transaction_index', '>', after)
    .orderBy('t.transaction_index')
    .limit(rows)
    .execute()
