import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { hexOf } from './bcs.ts'
import { moduleKeyHash, resourceKeyHash, tableKeyHash } from './hashes.ts'

export type Json = Record<string, unknown>
export type Change = Json & { type: string; state_key_hash: string }
export type Event = {
  guid: { creation_number: string; account_address: string }
  sequence_number: string
  type: string
  data: Json
}

/** A table key or value: its BCS bytes, and what REST shows of it when the node knows the table. */
export type Cell = { raw: Uint8Array; type: string; json: unknown }

/** What one transaction writes and emits. A key written twice keeps its last value, as in a real write set. */
export class WriteSet {
  readonly events: Event[] = []
  private readonly written = new Map<string, Change>()
  private readonly isTableKnown: boolean

  constructor(isTableKnown: boolean) {
    this.isTableKnown = isTableKnown
  }

  /** As in a real write set, what lies under addresses comes before the items of tables. */
  get changes(): Change[] {
    const all = [...this.written.values()]
    const isItem = (change: Change) => change.type.endsWith('table_item')
    return [...all.filter((change) => !isItem(change)), ...all.filter(isItem)]
  }

  resource(owner: string, type: string, data: Json): void {
    const state_key_hash = resourceKeyHash(owner, type)
    this.put(`${owner} ${type}`, {
      address: shortAddress(owner),
      state_key_hash,
      data: { type, data },
      type: 'write_resource',
    })
  }

  deleteResource(owner: string, type: string): void {
    const state_key_hash = resourceKeyHash(owner, type)
    this.put(`${owner} ${type}`, {
      address: shortAddress(owner),
      state_key_hash,
      resource: type,
      type: 'delete_resource',
    })
  }

  module(owner: string, name: string, bytecode: string, abi: Json): void {
    const state_key_hash = moduleKeyHash(owner, name)
    const data = { bytecode, abi: { address: shortAddress(owner), name, ...abi } }
    this.put(`${owner} ${name}`, { address: shortAddress(owner), state_key_hash, data, type: 'write_module' })
  }

  deleteModule(owner: string, name: string): void {
    const state_key_hash = moduleKeyHash(owner, name)
    const module = `${shortAddress(owner)}::${name}`
    this.put(`${owner} ${name}`, { address: shortAddress(owner), state_key_hash, module, type: 'delete_module' })
  }

  tableItem(handle: string, key: Cell, value: Cell): void {
    const data = { key: key.json, key_type: key.type, value: value.json, value_type: value.type }
    this.put(`${handle} ${hexOf(key.raw)}`, {
      state_key_hash: tableKeyHash(handle, hexOf(key.raw)),
      handle,
      key: hexOf(key.raw),
      value: hexOf(value.raw),
      data: this.isTableKnown ? data : null,
      type: 'write_table_item',
    })
  }

  deleteTableItem(handle: string, key: Cell): void {
    this.put(`${handle} ${hexOf(key.raw)}`, {
      state_key_hash: tableKeyHash(handle, hexOf(key.raw)),
      handle,
      key: hexOf(key.raw),
      data: this.isTableKnown ? { key: key.json, key_type: key.type } : null,
      type: 'delete_table_item',
    })
  }

  /** An event of an event handle, numbered within it. */
  handleEvent(handle: EventHandle, type: string, data: Json): void {
    const guid = { creation_number: String(handle.creation), account_address: shortAddress(handle.owner) }
    this.events.push({ guid, sequence_number: String(handle.count++), type, data })
  }

  /** A module event: all of them carry the same empty guid and the number 0. */
  moduleEvent(type: string, data: Json): void {
    const guid = { creation_number: '0', account_address: '0x0' }
    this.events.push({ guid, sequence_number: '0', type, data })
  }

  private put(key: string, change: Change): void {
    this.written.delete(key)
    this.written.set(key, change)
  }
}

export type EventHandle = { owner: string; creation: number; count: number }

export const handleJson = ({ owner, creation, count }: EventHandle): Json => ({
  counter: String(count),
  guid: { id: { addr: shortAddress(owner), creation_num: String(creation) } },
})
