import * as z from 'zod'
import type { FullNodeTransaction } from '#lib/aptos/chain/rpc/node-answers.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { AptosStateChange, AptosStateChanges } from './contract.ts'

const text = z.string().catch('')
/** Parts of paths that the node is asked by. */
const hex = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)
const moveType = z.string().min(1)
/** Longer types do not fit into the URL of a request. */
const askedTypeMax = 5_000
const resource = z.object({
  type: z.literal('write_resource'),
  address: hex,
  data: z.object({ type: moveType, data: z.unknown() }),
})
const deletedResource = z.object({ type: z.literal('delete_resource'), address: hex, resource: moveType })
const tableItem = z.object({
  type: z.enum(['write_table_item', 'delete_table_item']),
  handle: hex,
  data: z
    .object({
      key: z.unknown(),
      key_type: z.string().optional(),
      value: z.unknown(),
      value_type: z.string().optional(),
    })
    .nullish(),
})
const writtenModule = z.object({
  type: z.literal('write_module'),
  address: text,
  data: z.object({ abi: z.object({ name: z.string() }).nullish() }),
})
const deletedModule = z.object({ type: z.literal('delete_module'), address: text, module: text })
const other = z.object({ type: text, address: text }).catch({ type: '', address: '' })
const change = z.union([resource, deletedResource, tableItem, writtenModule, deletedModule, other])

/** A change as it is listed, and how to read what was there before; undefined if that is not possible. */
type Change = {
  record: Pick<AptosStateChange, 'kind' | 'change' | 'place' | 'subject' | 'after'>
  read: ((version: number, signal?: AbortSignal) => Promise<unknown>) | undefined
}

type Part = { offset: number; limit: number; signal: AbortSignal | undefined }

/**
 * The write set of a transaction, each item with what was stored there before. The state before is that of the preceding
 * version: what a pruned node no longer has is `unknown`.
 */
export const stateChanges = async (
  transaction: FullNodeTransaction,
  state: StateReader,
  { offset, limit, signal }: Part,
): Promise<AptosStateChanges> => {
  const { changes: all = [] } = transaction
  if (!Array.isArray(all))
    throw new ServiceError('upstream_failed', 'The node returned the changes of this transaction in an unknown form.')
  const part = all.slice(offset, offset + limit).map((one) => changeOf(change.parse(one), state))
  const previous = Number(transaction.version) - 1
  let note: string | null = previous < 0 ? 'There is no state before the genesis transaction.' : null
  let tableNote: string | null = null
  const unknown = { before: null, before_status: 'unknown' } as const
  const readBefore = async ({ record, read }: Change): Promise<Pick<AptosStateChange, 'before' | 'before_status'>> => {
    if (read === undefined || note !== null) return unknown
    try {
      const before = await read(previous, signal)
      return before === undefined ? { before: null, before_status: 'absent' } : { before, before_status: 'known' }
    } catch (error) {
      // A node may refuse the key of a table, and need not serve tables at all.
      if (error instanceof CallFailed) return unknown
      if (!isServiceError(error)) throw error
      if (record.kind === 'resource') note ??= error.message
      else tableNote ??= error.message
      return unknown
    }
  }
  // The first read shows whether the node still has this state: a pruned node is not asked for every item.
  const first = part.findIndex(({ record, read }) => record.kind === 'resource' && read !== undefined)
  const probe = part[first] && (await readBefore(part[first]))
  const result = await Promise.all(
    part.map(async (one, index) => ({
      ...one.record,
      ...(index === first && probe ? probe : await readBefore(one)),
    })),
  )
  return { version: transaction.version, total: all.length, note: note ?? tableNote, result }
}

const changeOf = (read: z.output<typeof change>, state: StateReader): Change => {
  if ('data' in read && read.type === 'write_resource') {
    const { address, data } = read
    return {
      record: { kind: 'resource', change: read.type, place: address, subject: data.type, after: data.data },
      read: readResource(state, address, data.type),
    }
  }
  if ('resource' in read) {
    const { address, resource } = read
    return {
      record: { kind: 'resource', change: read.type, place: address, subject: resource, after: null },
      read: readResource(state, address, resource),
    }
  }
  if ('handle' in read) return tableItemOf(read, state)
  if ('data' in read)
    return {
      record: {
        kind: 'module',
        change: read.type,
        place: read.address,
        subject: read.data.abi?.name ?? '',
        after: null,
      },
      read: undefined,
    }
  const subject = 'module' in read ? read.module : ''
  return {
    record: {
      kind: 'module' in read ? 'module' : 'other',
      change: read.type,
      place: read.address,
      subject,
      after: null,
    },
    read: undefined,
  }
}

const readResource = (state: StateReader, address: string, type: string): Change['read'] =>
  type.length > askedTypeMax ? undefined : (version, signal) => state.resource(address, type, version, signal)

/** Nodes only read an item by the types of its key and value, which a deletion does not have. */
const tableItemOf = ({ type, handle, data }: z.output<typeof tableItem>, state: StateReader): Change => {
  const { key, key_type, value, value_type } = data ?? {}
  const subject = typeof key === 'string' ? key : (JSON.stringify(key) ?? '')
  const isReadable = key_type !== undefined && value_type !== undefined && value_type !== 'unknown'
  return {
    record: { kind: 'table_item', change: type, place: handle, subject, after: value ?? null },
    read: isReadable
      ? (version, signal) => state.tableItem(handle, { key_type, value_type, key }, version, signal)
      : undefined,
  }
}
