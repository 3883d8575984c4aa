import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { transactionRecord } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { requestedBlocks, requestedFromKey, requestedKey, resolveBounds } from '#lib/evm/query/block-bounds.ts'
import { ascendingOrder, type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import {
  type WalletTransactionQuery,
  walletTransactionPage,
  walletTransactionTexts,
} from '#lib/evm/query/wallet-transaction-page.ts'
import type { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { withInternalTransactions } from '#lib/evm/transaction/internal-transactions.ts'
import type { CursorBinding, CursorPosition } from '#lib/store/cursors.ts'

/** One page of a wallet's list, and its envelope. */
type WalletPage<Row> = {
  total: number | null
  page_size: number
  page: number
  cursor: string | null
  transactions: Row[]
}

type ReadPage<Row> = (
  store: EvmQueryContext['store'],
  query: WalletTransactionQuery,
) => Promise<{ transactions: Row[]; total: number | null; shownMax?: number }>

/** Bounds given as dates are only mapped to blocks on page 1. */
export const walletTransactionsQuery =
  (context: EvmQueryContext): Service<typeof transactionEndpoints>['walletTransactions'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const labelOf = labelsOn(context.known, chain.id)
    if (!input.include) {
      const page = await readWalletPage(context, chain, input, {
        call,
        route: 'walletTransactions',
        read: walletTransactionTexts,
      })
      const { transactions, ...envelope } = page
      return { ...envelope, result: transactions.map((row) => transactionRecord(row, labelOf)) }
    }
    const page = await readWalletPage(context, chain, input, {
      call,
      route: 'walletTransactions',
      read: walletTransactionPage,
    })
    const { transactions, ...envelope } = page
    const records = transactions.map((row) => transactionRecord(row, labelOf))
    return { ...envelope, result: await withInternalTransactions(context, chain, transactions, { records, call }) }
  }

/**
 * The requested page of a wallet's transactions, as rows of `read`; `route` separates the cursors of different lists.
 */
export const readWalletPage = async <Row extends { block_number: number; transaction_index: number }>(
  context: EvmQueryContext,
  chain: ServedChain,
  input: Input<(typeof transactionEndpoints)['walletTransactions']>,
  { call, route, read }: { call: CallContext | undefined; route: string; read: ReadPage<Row> },
): Promise<WalletPage<Row>> => {
  const { address, from_block, to_block, from_date, to_date } = input
  const order = ascendingOrder(input)
  const isAscending = order !== undefined
  const filters = { chain: chain.id, address, from_block, to_block, from_date, to_date, order }
  const binding: CursorBinding = { route, filters }
  const position = openCursor(context, input.cursor, binding)
  const { limit, page } = position ?? { limit: input.limit, page: 1 }
  const isCounted = !position && !input.disable_total

  const coverageThen = await context.coverage(chain)
  const from = position ? readKey(position.key, isAscending) : await readStart(context, chain, input)
  const coverage = coverageThen(from.asked)
  call?.coveredBy?.(coverage)
  if (!from.bounds) return { total: isCounted ? 0 : null, page_size: limit, page, cursor: null, transactions: [] }
  const found = await read(context.store, {
    chain: chain.id,
    address: toBytes(address),
    bounds: from.bounds,
    after: from.after,
    isAscending,
    rows: limit + 1,
    counted: isCounted,
  })
  const { lowest, highest } = from.bounds
  const end = isAscending ? (highest ?? null) : lowest
  const total = position ? position.total : found.total
  const keyOf = (last: Row) => [
    last.block_number,
    last.transaction_index,
    end,
    ...requestedKey(from.asked, coverage, input),
  ]
  const { shown, cursor } = shownPage(
    context,
    { rows: found.transactions, limit, page, total, keyOf, shownMax: found.shownMax },
    binding,
  )
  return { total, page_size: limit, page, cursor, transactions: shown }
}

const readStart = async (
  { store }: EvmQueryContext,
  chain: ServedChain,
  input: Input<(typeof transactionEndpoints)['walletTransactions']>,
) => {
  const bounds = await resolveBounds(store.db, chain.id, input)
  return { bounds, after: undefined, asked: requestedBlocks(bounds, input) }
}

/** The key only contains the bound at the list's other end: its position is already within the near one. */
const readKey = ([block, index, end, first, last]: CursorPosition['key'], isAscending: boolean) => ({
  after: { block: Number(block), index: Number(index) },
  bounds: isAscending
    ? { lowest: Number(block), highest: typeof end === 'number' ? end : undefined }
    : { lowest: Number(end), highest: undefined },
  asked: requestedFromKey(first, last),
})
