import type { Transaction } from 'kysely'
import { takeReadsSince } from '#lib/evm/stored/recent-reads.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { cutRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { discountErc20Transfers } from './count-erc20-transfers.ts'
import { restoreTokenStates } from './restore-token-states.ts'
import { contractsIn, revertContracts } from './revert-contracts.ts'
import { revertDocuments } from './revert-documents.ts'

/**
 * Deletes all rows derived from the logs of blocks first..last: NFTs and balances are restored from the remaining
 * transfers, contracts and documents without other events are deleted, and backfills no longer cover the blocks.
 */
export const revertTokenRows = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<void> => {
  const transfers = await transaction
    .selectFrom('evm_nft_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()
  const contracts = await contractsIn(transaction, chain, { first, last })
  await discountErc20Transfers(store, transaction, chain, (rows) =>
    rows.where('block_number', '>=', first).where('block_number', '<=', last),
  )
  for (const table of ['evm_nft_transfers', 'evm_erc20_transfers', 'evm_erc20_approvals'] as const)
    await transaction
      .deleteFrom(table)
      .where('chain', '=', chain)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
  await transaction
    .deleteFrom('evm_headers')
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .execute()
  await restoreTokenStates(store, transaction, { first, last }, transfers)
  const asked = await takeReadsSince(transaction, chain, first)
  await revertDocuments(store, transaction, chain, { removed: transfers, asked: asked.tokens })
  await revertContracts(store, transaction, chain, { touched: contracts, asked: asked.contracts })
  await cutHistoryIntervals(store, transaction, chain, first, last)
}

const cutHistoryIntervals = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  first: number,
  last: number,
): Promise<void> => {
  const overlapping = await transaction
    .selectFrom('evm_history_intervals')
    .selectAll()
    .where('chain', '=', chain)
    .where('first_block', '<=', last)
    .where('last_block', '>=', first)
    .execute()
  await transaction
    .updateTable('evm_histories')
    .set({ check_state: 'pending', check_reason: null, check_step: null, check_place: null })
    .where('chain', '=', chain)
    .where('check_block', '>=', first)
    .execute()
  await store.deleteMany(
    transaction,
    'evm_history_intervals',
    overlapping.map(({ address, first_block }) => ({ chain, address, first_block })),
  )
  await store.insertMany(
    transaction,
    'evm_history_intervals',
    overlapping.flatMap(({ address, first_block, last_block }) =>
      cutRanges([{ first: first_block, last: last_block }], [{ first, last }]).map((left) => ({
        chain,
        address,
        first_block: left.first,
        last_block: left.last,
      })),
    ),
  )
}
