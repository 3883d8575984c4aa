import type { Transaction } from 'kysely'
import type { TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addContracts } from './add-contracts.ts'
import { addTokenStates } from './add-token-states.ts'
import { countErc20Transfers } from './count-erc20-transfers.ts'
import { countNftTransfers } from './counts/count-nft-transfers.ts'

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
  rows: TokenRows,
  counting: Counting = {},
): Promise<void> => {
  await insertTokenRows(store, transaction, rows)
  await countTokenRows(store, transaction, chain, rows, counting)
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
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { erc20Transfers, nftTransfers, contracts }: TokenRows,
  { keepsNew }: Counting,
): Promise<void> => {
  await countErc20Transfers(store, transaction, chain, erc20Transfers, { sign: 1, keepsNew })
  await countNftTransfers(store, transaction, chain, nftTransfers, 1)
  await addTokenStates(store, transaction, chain, nftTransfers)
  await addContracts(store, transaction, chain, contracts)
}
