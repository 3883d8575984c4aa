import type { Transaction } from 'kysely'
import type { TokenRows } from '#lib/evm/decode/token-rows.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addContracts } from './add-contracts.ts'
import { addTokenStates } from './add-token-states.ts'
import { countErc20Transfers } from './count-erc20-transfers.ts'
import { countNftTransfers } from './counts/count-nft-transfers.ts'

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
  { keepsNew }: { keepsNew?: boolean } = {},
): Promise<void> => {
  await store.insertMany(transaction, 'evm_erc20_transfers', rows.erc20Transfers)
  await store.insertMany(transaction, 'evm_erc20_approvals', rows.erc20Approvals)
  await store.insertMany(transaction, 'evm_nft_transfers', rows.nftTransfers)
  await countErc20Transfers(store, transaction, chain, rows.erc20Transfers, { sign: 1, keepsNew })
  await countNftTransfers(store, transaction, chain, rows.nftTransfers, 1)
  await addTokenStates(store, transaction, chain, rows.nftTransfers)
  await addContracts(store, transaction, chain, rows.contracts)
}
