import { type Kysely, sql } from 'kysely'
import type { ShownTransaction, StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { BlockBounds } from './block-bounds.ts'
import { blockOf, transactionOf } from './key-joins.ts'

/** A transaction's place: newer ones have a higher block, or the same and a higher index. */
type Position = { block: number; index: number }

export type WalletTransactionQuery = {
  chain: number
  address: Uint8Array
  bounds: BlockBounds
  /** Only transactions that follow this one in the list's order. */
  after: Position | undefined
  /** Oldest first. */
  isAscending?: boolean
  /** Maximum number of rows. */
  rows: number
  counted: boolean
}

type Page<Row> = { transactions: Row[]; total: number | null }

/**
 * One wallet's transactions, newest first unless ascending, in one statement: the keys of the page from the wallet's
 * own range, then each transaction by its key. With `counted`, also the number of matching transactions.
 */
export const walletTransactionPage = async (
  { db }: Store<EvmTables>,
  query: WalletTransactionQuery,
): Promise<Page<StoredTransaction>> => {
  const found = await pageOf(db, query)
    .selectAll('t')
    .select(['b.hash as block_hash', 'b.timestamp as block_timestamp', 'b.base_fee_per_gas'])
    .execute()
  return { transactions: found, total: query.counted ? (found[0]?.total ?? 0) : null }
}

const byteColumns = ['hash', 'from_address', 'to_address', 'contract_address', 'root', 'input'] as const
const plainColumns = [
  't.block_number',
  't.transaction_index',
  't.status',
  't.nonce',
  't.value',
  't.gas',
  't.gas_price',
  't.gas_used',
  't.cumulative_gas_used',
] as const

/** The same for output without processing: bytes are returned as hex, which is three times as fast. */
export const walletTransactionTexts = async (
  store: Store<EvmTables>,
  query: WalletTransactionQuery,
): Promise<Page<ShownTransaction>> => {
  const found = await pageOf(store.db, query)
    .select([...plainColumns, 'b.timestamp as block_timestamp', store.hexText('b.hash').as('block_hash')])
    .select(byteColumns.map((column) => store.hexText(`t.${column}`).as(column)))
    .execute()
  return { transactions: found, total: query.counted ? (found[0]?.total ?? 0) : null }
}

const pageOf = (db: Kysely<EvmTables>, query: WalletTransactionQuery) => {
  const { chain, address, bounds, after, isAscending, rows, counted } = query
  const direction = isAscending ? 'asc' : 'desc'
  const belowHighest = bounds.highest === undefined ? undefined : { block: bounds.highest + 1, index: 0 }
  const end = isAscending ? belowHighest : (after ?? belowHighest)
  return db
    .selectFrom((from) =>
      from
        .selectFrom('evm_wallet_transactions')
        .select(['block_number', 'transaction_index'])
        .where('chain', '=', chain)
        .where('address', '=', address)
        .where('block_number', '>=', bounds.lowest)
        .$if(end !== undefined, (query) =>
          query.where(sql<boolean>`(block_number, transaction_index) < (${end?.block}, ${end?.index})`),
        )
        .$if(isAscending === true && after !== undefined, (query) =>
          query.where(sql<boolean>`(block_number, transaction_index) > (${after?.block}, ${after?.index})`),
        )
        .orderBy('block_number', direction)
        .orderBy('transaction_index', direction)
        .limit(rows)
        .as('page'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'page')))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain, 'page')))
    .$if(counted, (query) => query.select(totalOf(chain, address, bounds).as('total')))
    .orderBy('page.block_number', direction)
    .orderBy('page.transaction_index', direction)
}

/** Without bounds the wallet's daily sums are added up; within bounds its keys are counted, without reading transactions. */
const totalOf = (chain: number, address: Uint8Array, { lowest, highest }: BlockBounds) => {
  if (lowest === 0 && highest === undefined)
    return sql<number>`(select cast(sum(transaction_count) as bigint) from evm_wallet_days
      where chain = ${chain} and address = ${address})`
  const upper = highest === undefined ? sql`` : sql` and block_number <= ${highest}`
  return sql<number>`(select count(*) from evm_wallet_transactions
    where chain = ${chain} and address = ${address} and block_number >= ${lowest}${upper})`
}
