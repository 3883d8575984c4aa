import type { Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type ContractRow, isHigherKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'

const columns = [
  'chain',
  'address',
  'kind',
  'name',
  'symbol',
  'decimals',
  'ask_at',
  'failures',
  'note',
  'read_at',
] as const satisfies readonly (keyof ContractRow)[]

/**
 * Records contracts with the kind that their events prove. New contracts, and those with a higher kind than before, are
 * queried for metadata at once; a kind is never lowered, and known metadata stays.
 */
export const addContracts = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: TokenRows['contracts'],
): Promise<void> => {
  const keys = [...contracts.keys()].map((address) => ({ chain, address: toBytes(address) }))
  const rows = await store.findMany(transaction, 'evm_contracts', { columns, keys })
  const stored = new Map(rows.map((row) => [toHex(row.address), row]))
  const changed: ContractRow[] = []
  for (const [address, { kind, note }] of contracts) {
    const before = stored.get(address) ?? newContract(chain, toBytes(address))
    const rises = isHigherKind(kind, before.kind)
    const hasNews = rises || (note !== null && note !== before.note)
    if (stored.has(address) && !hasNews) continue
    changed.push({ ...before, ...(rises && { kind, ask_at: 0, failures: 0 }), note: note ?? before.note })
  }
  changed.sort((a, b) => Buffer.compare(a.address, b.address))
  await store.upsertMany(transaction, 'evm_contracts', { key: ['chain', 'address'], rows: changed })
}

const newContract = (chain: number, address: Uint8Array): ContractRow => ({
  chain,
  address,
  kind: null,
  name: null,
  symbol: null,
  decimals: null,
  ask_at: 0,
  failures: 0,
  note: null,
  read_at: null,
})
