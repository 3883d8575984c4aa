import { fieldsOf, listOf, textOf } from '#components/aptos/parts/values/move-json.ts'

export type StateChange = {
  /** The node's word, e.g. `write_resource`. */
  type: string
  /** The changed item: a resource's type, a module's name, a table's key. */
  subject: string
  /** The new state; undefined if something was deleted. */
  value: unknown
}

export type ChangeGroup = { kind: 'account' | 'table'; place: string; changes: StateChange[] }

/** Changes by where they happened, an account or a table, in the order of their first one. */
export const groupChanges = (changes: unknown): ChangeGroup[] => {
  const groups = new Map<string, ChangeGroup>()
  for (const item of listOf(changes)) {
    const change = fieldsOf(item)
    const handle = textOf(change.handle)
    const place = handle ?? textOf(change.address) ?? 'unknown'
    const group = groups.get(place) ?? { kind: handle === undefined ? 'account' : 'table', place, changes: [] }
    group.changes.push(stateChange(change))
    groups.set(place, group)
  }
  return [...groups.values()]
}

const stateChange = (change: Record<string, unknown>): StateChange => {
  const type = textOf(change.type) ?? 'unknown'
  const data = fieldsOf(change.data)
  if (type === 'write_resource') return { type, subject: textOf(data.type) ?? '', value: data.data }
  if (type === 'delete_resource') return { type, subject: textOf(change.resource) ?? '', value: undefined }
  if (type === 'write_module') return { type, subject: textOf(fieldsOf(data.abi).name) ?? '', value: data.abi ?? data }
  if (type === 'delete_module') return { type, subject: textOf(change.module) ?? '', value: undefined }
  if (type === 'write_table_item') return { type, subject: tableKey(change, data), value: data.value ?? change.value }
  if (type === 'delete_table_item') return { type, subject: tableKey(change, data), value: undefined }
  return { type, subject: '', value: change }
}

const tableKey = (change: Record<string, unknown>, data: Record<string, unknown>): string => {
  const key = data.key ?? change.key
  return textOf(key) ?? JSON.stringify(key) ?? ''
}
