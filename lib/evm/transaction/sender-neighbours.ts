import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import type { neighbourEndpoints } from './contract.ts'
import { knownTransaction } from './transaction.ts'

/**
 * How many of a wallet's transactions are scanned: for a wallet that receives thousands between two of its own, the
 * scan stops.
 */
const rowsMax = 500

const orders = {
  previous: { order: 'desc', isBeyond: sql`<` },
  next: { order: 'asc', isBeyond: sql`>` },
} as const

/** The nearest transaction of the same sender in the wallet's own range: its keys, then each transaction by its key. */
const nearest = async (
  { store }: EvmQueryContext,
  { chain, from_address, block_number, transaction_index }: StoredTransaction,
  direction: keyof typeof orders,
) => {
  const { order, isBeyond } = orders[direction]
  const found = await store.db
    .selectFrom((from) =>
      from
        .selectFrom('evm_wallet_transactions')
        .select(['block_number', 'transaction_index'])
        .where('chain', '=', chain)
        .where('address', '=', from_address)
        .where(
          sql<boolean>`(block_number, transaction_index) ${isBeyond} (${sql.val(block_number)}, ${sql.val(transaction_index)})`,
        )
        .orderBy('block_number', order)
        .orderBy('transaction_index', order)
        .limit(rowsMax)
        .as('near'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'near')))
    .select(['t.hash', 't.nonce', 't.block_number'])
    .where('t.from_address', '=', from_address)
    .orderBy('near.block_number', order)
    .orderBy('near.transaction_index', order)
    .limit(1)
    .executeTakeFirst()
  return found
    ? { hash: toHex(found.hash), nonce: String(found.nonce), block_number: String(found.block_number) }
    : null
}

/** The transactions that the same sender sent before and after this one. */
export const senderNeighboursQuery =
  (context: EvmQueryContext): Service<typeof neighbourEndpoints>['evmSenderNeighbours'] =>
  async ({ chain: name, transaction_hash }, call) => {
    const chain = context.served.resolve(name)
    await reportCoverage(context.coverage, chain, call)
    const { stored } = await knownTransaction(context, chain, transaction_hash, { signal: call?.signal })
    const [previous, next] = await Promise.all([nearest(context, stored, 'previous'), nearest(context, stored, 'next')])
    return { previous, next }
  }
