import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ShownTransaction } from '#lib/evm/chain/decode/records.ts'
import type { ActionCall, ActionInput } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, queryTimeout } from '#lib/evm/etherscan/kit/answer.ts'
import { type CoveredSpan, requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { functionNames } from '#lib/evm/etherscan/kit/function-names.ts'
import { type ListWindow, spanOf, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { examinedMax, rowCharactersMax } from '#lib/evm/etherscan/kit/row-budget.ts'
import { confirmationsOf, hexText, methodIdOf } from '#lib/evm/etherscan/kit/text.ts'
import { walletTransactionTexts } from '#lib/evm/query/wallet-transaction-page.ts'
import type { addressActions } from './actions.ts'
import { readSides, type Sides } from './sides.ts'

/** Rows that are read together: one statement stays short, and calldata may be long. */
const rowsAtOnce = 250

type Place = { block: number; index: number }
type WalletList = { address: Hex; span: CoveredSpan; isAscending: boolean }

/** The transactions of an address, of a sender, or to a receiver. */
export const listedTransactions = async (
  input: ActionInput<(typeof addressActions)['txlist']>,
  call: ActionCall,
): Promise<EtherscanAnswer> => {
  const sides = readSides(input)
  if (!sides) throw etherscanFault('Missing parameter address')
  const window = windowOf(input)
  const span = await requireCovered(call, spanOf(input))
  const rows = await readRows(call, sides, { span, isAscending: input.sort === 'asc', window })
  if (rows === undefined) return queryTimeout
  const nameOf = await functionNames(call, rows.map(calledBy))
  return listed(rows.map((row) => transactionFields(row, span.head, nameOf(calledBy(row)))))
}

type Listing = { span: CoveredSpan; isAscending: boolean; window: ListWindow }

/** Undefined if too much would have to be read. */
const readRows = async (
  call: ActionCall,
  sides: Sides,
  { span, isAscending, window }: Listing,
): Promise<ShownTransaction[] | undefined> => {
  const of = (address: Hex) => ({ address, span, isAscending })
  if (sides.kind === 'address') {
    const list = of(sides.address)
    const after = window.skip === 0 ? undefined : await placeOfRow(call, list, window.skip)
    if (window.skip > 0 && !after) return []
    return await take(walletRows(call, list, after), { ...window, skip: 0 }, () => true)
  }
  const { from, to } = sides
  const isFrom = (row: ShownTransaction) => from !== undefined && hexText(row.from_address) === from
  const isTo = (row: ShownTransaction) => to !== undefined && hexText(row.to_address) === to
  if (sides.kind === 'or')
    return await take(
      merged(walletRows(call, of(sides.from)), walletRows(call, of(sides.to)), isAscending),
      window,
      (row) => isFrom(row) || isTo(row),
    )
  const indexed = from ?? to
  return indexed === undefined
    ? []
    : await take(
        walletRows(call, of(indexed)),
        window,
        (row) => (from === undefined || isFrom(row)) && (to === undefined || isTo(row)),
      )
}

/** The rows of the window that are wanted; undefined if they are too large, or too few of many rows are. */
const take = async (
  rows: AsyncIterable<ShownTransaction>,
  window: ListWindow,
  isWanted: (row: ShownTransaction) => boolean,
): Promise<ShownTransaction[] | undefined> => {
  const taken: ShownTransaction[] = []
  let [skip, unwanted, bytes] = [window.skip, 0, 0]
  for await (const row of rows) {
    if (!isWanted(row)) {
      if (++unwanted > examinedMax) return undefined
      continue
    }
    if (skip-- > 0) continue
    bytes += row.input.length
    if (bytes > rowCharactersMax) return undefined
    taken.push(row)
    if (taken.length === window.rows) break
  }
  return taken
}

/** The place of row number `count` in the list, from its index alone. */
const placeOfRow = async (
  { context, chain }: ActionCall,
  { address, span, isAscending }: WalletList,
  count: number,
): Promise<Place | undefined> => {
  const direction = isAscending ? 'asc' : 'desc'
  const row = await context.store.db
    .selectFrom('evm_wallet_transactions')
    .select(['block_number as block', 'transaction_index as index'])
    .where('chain', '=', chain.id)
    .where('address', '=', toBytes(address))
    .where('block_number', '>=', span.first)
    .where('block_number', '<=', span.last)
    .orderBy('block_number', direction)
    .orderBy('transaction_index', direction)
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return row
}

/** All transactions of an address in list order, read as far as they are asked for. */
async function* walletRows(
  { context, chain, signal }: ActionCall,
  { address, span, isAscending }: WalletList,
  start?: Place,
): AsyncGenerator<ShownTransaction> {
  const bounds = { lowest: span.first, highest: span.last }
  for (let after = start; ; ) {
    signal.throwIfAborted()
    const list = { chain: chain.id, address: toBytes(address), bounds, after, isAscending }
    const { transactions } = await walletTransactionTexts(context.store, { ...list, rows: rowsAtOnce, counted: false })
    yield* transactions
    const last = transactions.at(-1)
    if (!last || transactions.length < rowsAtOnce) return
    after = { block: last.block_number, index: last.transaction_index }
  }
}

/** The rows of two lists in their common order, each once. */
async function* merged(
  a: AsyncGenerator<ShownTransaction>,
  b: AsyncGenerator<ShownTransaction>,
  isAscending: boolean,
): AsyncGenerator<ShownTransaction> {
  let [left, right] = await Promise.all([a.next(), b.next()])
  while (!left.done || !right.done) {
    const order = left.done ? 1 : right.done ? -1 : compare(left.value, right.value) * (isAscending ? 1 : -1)
    if (!left.done && order <= 0) yield left.value
    else if (!right.done) yield right.value
    ;[left, right] = [order <= 0 ? await a.next() : left, order >= 0 ? await b.next() : right]
  }
}

const compare = (a: ShownTransaction, b: ShownTransaction): number =>
  a.block_number - b.block_number || a.transaction_index - b.transaction_index

const calledBy = (row: ShownTransaction) => ({
  to: hexText(row.to_address),
  input: hexText(row.input),
  block: row.block_number,
})

const transactionFields = (row: ShownTransaction, head: number, functionName: string) => {
  const input = hexText(row.input)
  return {
    blockNumber: String(row.block_number),
    timeStamp: String(row.block_timestamp),
    hash: hexText(row.hash),
    nonce: row.nonce,
    blockHash: hexText(row.block_hash),
    transactionIndex: String(row.transaction_index),
    from: hexText(row.from_address),
    to: hexText(row.to_address),
    value: row.value,
    gas: row.gas,
    gasPrice: row.gas_price,
    isError: row.status === 0 ? '1' : '0',
    txreceipt_status: row.status === null ? '' : String(row.status),
    input,
    contractAddress: hexText(row.contract_address),
    cumulativeGasUsed: row.cumulative_gas_used,
    gasUsed: row.gas_used,
    confirmations: confirmationsOf(row.block_number, head),
    methodId: methodIdOf(input),
    functionName,
  }
}
