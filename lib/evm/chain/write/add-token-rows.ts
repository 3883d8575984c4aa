import type { Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import {
  balanceKey,
  tokenBalanceChanges,
  tokenKey,
  withBalanceChange,
  withTransfer,
} from '#lib/evm/chain/decode/token-state.ts'
import type { WriteContext } from '#lib/evm/chain/stored/blocks-of-transfers.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import {
  type ContractRow,
  isHigherKind,
  type NftBalanceRow,
  type NftTokenRow,
  type NftTransferRow,
} from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { countNftOwners } from './count-nft-owners.ts'
import { countStoredTransfers } from './count-transfers.ts'
import { readBalances, readTokens, writeBalances, writeTokens } from './stored-token-states.ts'

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
const addContracts = async (
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

/** Updates NFTs, balances and owner counts by these transfers, which the caller stores. */
const addTokenStates = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  transfers: readonly NftTransferRow[],
): Promise<void> => {
  if (!transfers.length) return
  const moves = transfers.map((transfer) => ({
    transfer,
    key: tokenKey(transfer),
    changes: tokenBalanceChanges(transfer).map((change) => ({
      change,
      key: balanceKey({ token_hash: transfer.token_hash, owner: change.owner }),
    })),
  }))
  const storedTokens = await readTokens(store, transaction, new Map(moves.map(({ key, transfer }) => [key, transfer])))
  const storedBalances = await readBalances(
    store,
    transaction,
    new Map(
      moves.flatMap(({ transfer: { chain, token_hash }, changes }) =>
        changes.map(({ key, change: { owner } }) => [key, { chain, token_hash, owner }] as const),
      ),
    ),
  )
  const tokens = new Map<string, NftTokenRow>()
  const balances = new Map<string, NftBalanceRow>()
  for (const { transfer, key, changes } of moves) {
    tokens.set(key, withTransfer(tokens.get(key) ?? storedTokens.get(key), transfer))
    for (const { change, key } of changes)
      balances.set(key, withBalanceChange(balances.get(key) ?? storedBalances.get(key), transfer, change))
  }
  await writeTokens(store, transaction, storedTokens, tokens)
  await writeBalances(store, transaction, storedBalances, balances)
  await countNftOwners(store, transaction, chain, {
    change: {
      tokens: { before: [...storedTokens.values()], after: [...tokens.values()] },
      balances: { before: [...storedBalances.values()], after: [...balances.values()] },
    },
  })
}

type Counting = { keepsNew?: boolean }

/**
 * Stores token rows and everything derived from them: NFTs, balances and contracts. Rows may be in any order; none may
 * be stored already, but their blocks must be; see `countErc20Transfers` for `keepsNew`. The caller's transaction holds
 * the lock on the chain's row.
 */
export const addTokenRows = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { rows, counting = {} }: { rows: TokenRows; counting?: Counting },
): Promise<void> => {
  await insertTokenRows(store, transaction, rows)
  await countTokenRows({ store, transaction, chain }, rows, counting)
}

/** The rows alone, which need no lock where nobody else stores the same. */
export const insertTokenRows = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  { erc20Transfers, erc20Approvals, nftTransfers }: TokenRows,
): Promise<void> => {
  await store.insertMany(transaction, 'evm_erc20_transfers', erc20Transfers)
  await store.insertMany(transaction, 'evm_erc20_approvals', erc20Approvals)
  await store.insertMany(transaction, 'evm_nft_transfers', nftTransfers)
}

/** What is derived from rows that this transaction has stored. */
export const countTokenRows = async (
  context: WriteContext,
  { erc20Transfers, nftTransfers, contracts }: TokenRows,
  { keepsNew }: Counting,
): Promise<void> => {
  const { store, transaction, chain } = context
  await countStoredTransfers(context, { erc20Transfers, nftTransfers }, { sign: 1, keepsNew })
  await addTokenStates(store, transaction, chain, nftTransfers)
  await addContracts(store, transaction, chain, contracts)
}
