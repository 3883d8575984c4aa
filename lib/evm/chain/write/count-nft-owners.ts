import type { Transaction } from 'kysely'
import { bytesKey, holderKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftBalanceRow, NftCollectionRow, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'

type Token = Pick<NftTokenRow, 'token_address' | 'owner' | 'supply'>
type Balance = Pick<NftBalanceRow, 'token_address' | 'owner' | 'is_held'>

/** NFTs and balances before and after a change; a missing one does not exist. */
export type HoldingChange = {
  tokens: { before: readonly Token[]; after: readonly Token[] }
  balances: { before: readonly Balance[]; after: readonly Balance[] }
}

/**
 * Updates collections and the holdings of their owners by changes of NFTs and balances. Collections without a row have
 * no transfers left. `firstBlocks` are new first blocks, by `bytesKey` of the collection.
 */
export const countNftOwners = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { change, firstBlocks = new Map() }: { change: HoldingChange; firstBlocks?: ReadonlyMap<string, number> },
): Promise<void> => {
  const owners = await countHolders(store, transaction, chain, holderChanges(change))
  const tokens = tokenChanges(change)
  const keys = [...new Set([...owners.keys(), ...tokens.keys(), ...firstBlocks.keys()])]
    .sort()
    .map((key) => ({ chain, token_address: Buffer.from(key, 'latin1') }))
  const columns = ['chain', 'first_block', 'transfers', 'tokens', 'owners', 'token_address'] as const
  const rows = await store.findMany(transaction, 'evm_nft_collections', { columns, keys })
  await store.upsertMany(transaction, 'evm_nft_collections', {
    key: ['chain', 'token_address'],
    rows: rows
      .map((row): NftCollectionRow => {
        const key = bytesKey(row.token_address)
        return {
          ...row,
          first_block: firstBlocks.get(key) ?? row.first_block,
          tokens: row.tokens + (tokens.get(key) ?? 0),
          owners: row.owners + (owners.get(key) ?? 0),
        }
      })
      .sort((a, b) => Buffer.compare(a.token_address, b.token_address)),
  })
}

type Sums = Map<string, number>

const add = (sums: Sums, key: string, amount: number): void => {
  const sum = (sums.get(key) ?? 0) + amount
  if (sum === 0) sums.delete(key)
  else sums.set(key, sum)
}

/** Holdings gained minus holdings lost, by `holderKey`. */
const holderChanges = ({ tokens, balances }: HoldingChange): Sums => {
  const sums: Sums = new Map()
  const count = (sign: 1 | -1, owned: readonly Token[], held: readonly Balance[]) => {
    for (const { token_address, owner } of owned) if (owner) add(sums, holderKey(token_address, owner), sign)
    for (const { token_address, owner, is_held } of held)
      if (is_held === 1) add(sums, holderKey(token_address, owner), sign)
  }
  count(-1, tokens.before, balances.before)
  count(1, tokens.after, balances.after)
  return sums
}

/** NFTs gained minus NFTs lost, by `bytesKey` of the collection. */
const tokenChanges = ({ tokens: { before, after } }: HoldingChange): Sums => {
  const sums: Sums = new Map()
  for (const { token_address, supply } of before) if (supply !== '0') add(sums, bytesKey(token_address), -1)
  for (const { token_address, supply } of after) if (supply !== '0') add(sums, bytesKey(token_address), 1)
  return sums
}

/** Writes holdings. Returns the owners gained minus those lost, by `bytesKey` of the collection. */
const countHolders = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  changes: Sums,
): Promise<Sums> => {
  const keys = [...changes.keys()].sort().map((key) => {
    const bytes = Buffer.from(key, 'latin1')
    return { chain, token_address: bytes.subarray(0, 20), owner: bytes.subarray(20) }
  })
  const columns = ['tokens', 'token_address', 'owner'] as const
  const stored = await store.findMany(transaction, 'evm_nft_holders', { columns, keys })
  const before = new Map(stored.map((row) => [holderKey(row.token_address, row.owner), row.tokens]))
  const rows = keys.map(({ token_address, owner }) => {
    const key = holderKey(token_address, owner)
    const had = before.get(key) ?? 0
    return { chain, tokens: had + (changes.get(key) ?? 0), token_address, owner, had }
  })
  const owners: Sums = new Map()
  for (const { token_address, tokens, had } of rows)
    add(owners, bytesKey(token_address), Number(tokens > 0) - Number(had > 0))
  const rowsOf = (some: typeof rows) => some.filter(({ tokens }) => tokens > 0).map(({ had: _, ...row }) => row)
  await store.insertMany(transaction, 'evm_nft_holders', rowsOf(rows.filter(({ had }) => had === 0)))
  await store.upsertMany(transaction, 'evm_nft_holders', {
    key: ['chain', 'token_address', 'owner'],
    rows: rowsOf(rows.filter(({ had }) => had > 0)),
  })
  await store.deleteMany(
    transaction,
    'evm_nft_holders',
    rows.filter(({ tokens }) => tokens <= 0).map(({ token_address, owner }) => ({ chain, token_address, owner })),
  )
  return owners
}
