import type { Transaction } from 'kysely'
import { takeReadsSince } from '#lib/evm/chain/stored/recent-reads.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { countStoredTransfers } from './count-transfers.ts'
import { cutHistoryIntervals } from './cut-history-intervals.ts'
import { deleteBlockRows } from './delete-block-rows.ts'
import { restoreTokenStates } from './restore-token-states.ts'
import { contractsIn, revertContracts } from './revert-contracts.ts'
import { revertDocuments } from './revert-documents.ts'
import { tokenRows } from './table-reverts.ts'

/**
 * Deletes all rows derived from the logs of blocks first..last: NFTs and balances are restored from the remaining
 * transfers, contracts and documents without other events are deleted, and backfills no longer cover the blocks.
 */
export const revertTokenRows = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: { first: number; last: number },
): Promise<void> => {
  const transfers = await transaction
    .selectFrom('evm_nft_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  const contracts = await contractsIn(transaction, chain, { first, last })
  const erc20Transfers = await transaction
    .selectFrom('evm_erc20_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  await countStoredTransfers({ store, transaction, chain }, { erc20Transfers, nftTransfers: transfers }, { sign: -1 })
  await deleteBlockRows(transaction, tokenRows, chain, { first, last })
  await restoreTokenStates(store, transaction, { first, last }, transfers)
  const asked = await takeReadsSince(transaction, chain, first)
  await revertDocuments(store, transaction, chain, { removed: transfers, asked: asked.tokens })
  await revertContracts(store, transaction, chain, { touched: contracts, asked: asked.contracts })
  await cutHistoryIntervals(store, transaction, chain, { first, last })
}
