import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { invariant } from '#lib/base/invariant.ts'
import { readArchive } from '#lib/demo/archive.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { movedSeconds } from '#lib/demo/moved-times.ts'

/** An address as Aptos' REST interface writes it: without leading zeros. */
export const shortAddress = (account: string): string => account.replace(/^0x0*(?=.)/, '0x')

const change = z.looseObject({ type: z.string(), address: z.string().optional() })
const transaction = z.looseObject({
  version: z.string(),
  hash: z.string(),
  type: z.string(),
  changes: z.array(change),
  sender: z.string().optional(),
})
const block = z.object({
  block_height: z.string(),
  block_hash: z.string(),
  block_timestamp: z.string(),
  first_version: z.string(),
  last_version: z.string(),
})
const archive = z.object({ blocks: z.array(block), transactions: z.array(transaction) })
const written = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) })
const publishedModule = z.looseObject({ abi: z.looseObject({ name: z.string() }) })

export type AptosBlockHeader = z.infer<typeof block>
type AptosTransactionJson = z.infer<typeof transaction>
export type Resource = z.infer<typeof written>

type Module = z.infer<typeof publishedModule>

/** The state of an account. */
export type AccountState = { resources: Map<string, Resource>; modules: Map<string, Module> }

/** The recorded ledger, and its final state. */
export type RecordedLedger = {
  blocks: AptosBlockHeader[]
  transactions: AptosTransactionJson[]
  byHash: Map<string, AptosTransactionJson>
  /** Short address to what the account sent, each at the place of its sequence number. */
  bySender: Map<string | undefined, AptosTransactionJson[]>
  /** Short address to the account's resources by type. */
  resources: Map<string, Map<string, Resource>>
  /** An item of a table after a version, by its key and the key's type; undefined without one. */
  tableItemAt(version: number, handle: string, key: unknown, keyType: string): unknown
  /** The state of every account after a version, by short address. */
  stateAt(version: number): ReadonlyMap<string, AccountState>
  info: LedgerInfo
}
export type LedgerInfo = {
  chain_id: number
  epoch: string
  ledger_version: string
  oldest_ledger_version: string
  ledger_timestamp: string
  node_role: 'full_node'
  oldest_block_height: string
  block_height: string
  git_hash: string
}

let loading: Promise<RecordedLedger> | undefined

/** Read once for the process. */
export function recordedLedger(): Promise<RecordedLedger> {
  loading ??= load()
  return loading
}

async function load(): Promise<RecordedLedger> {
  const { blocks, transactions } = movedLedger(await readArchive('aptos.archive', archive))
  const last = blocks.at(-1)
  invariant(last, 'aptos.archive contains blocks')
  const stateAt = statesOf(transactions)
  const epoch = transactions.findLast((t) => t.type === 'block_metadata_transaction')?.epoch
  return {
    blocks,
    transactions,
    byHash: new Map(transactions.map((t) => [t.hash, t])),
    bySender: Map.groupBy(transactions, ({ sender }) => sender),
    resources: new Map([...stateAt(transactions.length - 1)].map(([address, { resources }]) => [address, resources])),
    tableItemAt: tableItemsOf(transactions),
    stateAt,
    info: {
      chain_id: demoAptosChainId,
      epoch: String(epoch),
      ledger_version: last.last_version,
      oldest_ledger_version: '0',
      ledger_timestamp: last.block_timestamp,
      node_role: 'full_node',
      oldest_block_height: '0',
      block_height: last.block_height,
      git_hash: 'demo',
    },
  }
}

/** The ledger at other times. They are in many places, as text of microseconds: whatever is a time of the ledger is moved. */
const movedLedger = (recorded: z.infer<typeof archive>): z.infer<typeof archive> => {
  const times = recorded.blocks.map(({ block_timestamp }) => Number(block_timestamp)).filter((time) => time > 0)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const seconds = movedSeconds(last / perSecond)
  if (seconds === 0) return recorded
  // What is about to happen when the ledger ends is a time of it, too.
  const until = last + dayMicroseconds
  const moved = (value: unknown): unknown => {
    if (typeof value === 'string' && /^\d{16}$/.test(value)) {
      const time = Number(value)
      return time >= first && time <= until ? String(BigInt(value) + BigInt(seconds) * BigInt(perSecond)) : value
    }
    if (Array.isArray(value)) return value.map(moved)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moved(one)]))
  }
  return archive.parse(moved(recorded))
}

const perSecond = 1_000_000
const dayMicroseconds = 86_400 * perSecond

const tableCell = z.object({ key: z.unknown(), key_type: z.string(), value: z.unknown() })

const tableItemsOf =
  (transactions: readonly AptosTransactionJson[]): RecordedLedger['tableItemAt'] =>
  (version, handle, key, keyType) => {
    const asked = JSON.stringify(key)
    const isAsked = ({ data, ...one }: z.infer<typeof change>): boolean => {
      if (one.handle !== handle) return false
      const cell = tableCell.partial({ value: true }).safeParse(data).data
      return cell?.key_type === keyType && JSON.stringify(cell.key) === asked
    }
    const changes = transactions.slice(0, version + 1).flatMap((one) => one.changes)
    const last = changes.findLast(isAsked)
    return last?.type === 'write_table_item' ? tableCell.parse(last.data).value : undefined
  }

/** States of past versions that are kept. */
const statesMax = 8

const statesOf = (transactions: readonly AptosTransactionJson[]): RecordedLedger['stateAt'] => {
  const kept = new LRUCache<number, ReadonlyMap<string, AccountState>>({ max: statesMax })
  return (version) => {
    const state = kept.get(version) ?? replay(transactions.slice(0, version + 1))
    kept.set(version, state)
    return state
  }
}

/** Later writes win. An object's deletion is one change that names its group, and takes all its resources. */
function replay(transactions: readonly AptosTransactionJson[]): Map<string, AccountState> {
  const state = new Map<string, AccountState>()
  for (const { type, address, data, resource, module } of transactions.flatMap((t) => t.changes)) {
    if (address === undefined) continue
    const account = state.get(shortAddress(address)) ?? { resources: new Map(), modules: new Map() }
    state.set(shortAddress(address), account)
    if (type === 'write_resource') {
      const value = written.parse(data)
      account.resources.set(value.type, value)
    }
    if (type === 'write_module') {
      const value = publishedModule.parse(data)
      account.modules.set(value.abi.name, value)
    }
    if (type === 'delete_resource' && resource === '0x1::object::ObjectGroup') account.resources.clear()
    else if (type === 'delete_resource') account.resources.delete(String(resource))
    else if (type === 'delete_module') account.modules.delete(String(module).split('::').at(-1) ?? '')
  }
  return state
}
