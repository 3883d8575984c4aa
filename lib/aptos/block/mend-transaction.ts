import { type AptosTransaction, aptosEvent, aptosStateChange, aptosTransactionRecord } from '#lib/aptos/api/records.ts'
import type { FullNodeTransaction as NodeTransaction } from '#lib/aptos/chain/rpc/block.ts'
import { isOdd, oddTransaction } from '#lib/aptos/chain/rpc/odd-transaction.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'

/** Kinds that always have events; clients of this interface fail if the list is missing. */
const kindsWithEvents = new Set(['user_transaction', 'genesis_transaction', 'block_metadata_transaction'])

/** Field values that clients require for events without a handle, in the node's format. */
const noGuid = { creation_number: '0', account_address: '0x0' }

/** The type of a table's key or value if the node does not know it, and of an item that states none. */
const unknownType = 'unknown'

/**
 * Makes a transaction acceptable to clients of this interface. A full node without a table index returns table items
 * with `data: null`, which they reject: the raw BCS bytes are inserted instead. Events and changes in an unknown form are
 * wrapped, and so is a transaction that has more than that: nothing of it costs what can be read. Everything else is
 * unchanged; without changes the same object is returned.
 */
export const mendTransaction = (transaction: NodeTransaction): AptosTransaction => {
  const mended = withMendedLists(transaction)
  return isTransaction(mended) ? mended : oddTransaction(transaction, undefined)
}

const isTransaction = (value: unknown): value is AptosTransaction => aptosTransactionRecord.safeParse(value).success

const withMendedLists = (transaction: NodeTransaction): NodeTransaction => {
  if (isOdd(transaction)) return transaction
  const mended: Fields = {}
  const changes = mendList(transaction.changes, mendChange)
  if (changes !== transaction.changes) mended.changes = changes
  if (transaction.events !== undefined || kindsWithEvents.has(transaction.type)) {
    const events = mendList(transaction.events, mendEvent)
    if (events !== transaction.events) mended.events = events
  }
  return Object.keys(mended).length === 0 ? transaction : { ...transaction, ...mended }
}

const mendList = (list: unknown, mend: (item: unknown) => unknown): unknown => {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return list
  const mended = list.map(mend)
  return mended.some((item, index) => item !== list[index]) ? mended : list
}

const mendEvent = (event: unknown): unknown => {
  const mended = isFields(event) && event.guid == null ? { ...event, guid: noGuid } : event
  return aptosEvent.safeParse(mended).success ? mended : { type: typeOf(event), guid: noGuid, data: event }
}

const mendChange = (change: unknown): unknown => {
  const mended = isFields(change) ? withTableItem(change) : change
  return aptosStateChange.safeParse(mended).success ? mended : { type: typeOf(change), data: change }
}

const typeOf = (item: unknown): string => (isFields(item) && typeof item.type === 'string' ? item.type : unknownType)

const withTableItem = (change: Fields): Fields => {
  if (isFields(change.data)) return change
  if (change.type === 'delete_table_item') return { ...change, data: rawKey(change) }
  if (change.type === 'write_table_item') return { ...change, data: { ...rawKey(change), ...rawValue(change) } }
  return change
}

const rawKey = (change: Fields) => ({ key: hexOf(change.key), key_type: unknownType })
const rawValue = (change: Fields) => ({ value: hexOf(change.value), value_type: unknownType })
const hexOf = (value: unknown): string => (typeof value === 'string' ? value : '0x')
