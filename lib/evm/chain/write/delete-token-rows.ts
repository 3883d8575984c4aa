import type { Transaction } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { countStoredTransfers } from './count-transfers.ts'
import { restoreTokenStates } from './restore-token-states.ts'

export const transferTables = ['evm_nft_transfers', 'evm_erc20_transfers', 'evm_erc20_approvals'] as const

export type DeletedToken = { chain: number; token_address: Uint8Array }

/** All rows of one contract in these blocks; its tokens and balances are recomputed from the other transfers. */
export const deleteTokenRows = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  { chain, token_address }: DeletedToken,
  { first, last }: BlockRange,
): Promise<void> => {
  const removed = await transaction
    .selectFrom('evm_nft_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  const erc20Transfers = await transaction
    .selectFrom('evm_erc20_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  await countStoredTransfers({ store, transaction, chain }, { erc20Transfers, nftTransfers: removed }, { sign: -1 })
  for (const table of transferTables)
    await transaction
      .deleteFrom(table)
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  await restoreTokenStates(store, transaction, { first, last }, removed)
}
