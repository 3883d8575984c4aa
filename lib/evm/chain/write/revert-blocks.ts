import type { Transaction } from 'kysely'
import { daySums } from '#lib/evm/chain/decode/day-sums.ts'
import { cutBodyIntervals, cutFrameIntervals, cutTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { takeReadsSince } from '#lib/evm/chain/stored/recent-reads.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addDaySums } from './add-day-sums.ts'
import { countStoredTransfers } from './count-transfers.ts'
import { restoreTokenStates } from './restore-token-states.ts'
import { contractsIn, revertContracts } from './revert-contracts.ts'
import { revertDocuments } from './revert-documents.ts'
import {
  cutHistoryIntervals,
  deleteBlockRows,
  forgetAbis,
  revertTransactionKeys,
  revertWithdrawalAddresses,
  rowsOfBlocks,
  tokenRows,
} from './table-reverts.ts'

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

/** Blocks reverted at once, which bounds memory for deep reorgs. */
const blocksAtOnce = 100

/** Deletes blocks first..last of a chain with everything that `append` wrote for them. The caller updates the intervals. */
export const revertBlocks = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { first, last }: { first: number; last: number },
): Promise<void> => {
  for (;;) {
    const newest = await transaction
      .selectFrom('evm_blocks')
      .select(['chain', 'number', 'timestamp', 'transaction_count', 'gas_used'])
      .where('chain', '=', chain)
      .where('number', '>=', first)
      .where('number', '<=', last)
      .orderBy('number', 'desc')
      .limit(blocksAtOnce)
      .execute()
    const lowest = newest.at(-1)
    if (!lowest) return
    await revertTokenRows(store, transaction, chain, { first: lowest.number, last })
    await revertRange(transaction, chain, lowest.number, { last, blocks: newest })
  }
}

const revertRange = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  first: number,
  { last, blocks }: { last: number; blocks: Parameters<typeof daySums>[0] },
): Promise<void> => {
  const rows = await transaction
    .selectFrom('evm_transactions')
    .select(['block_number', 'hash', 'from_address', 'to_address', 'contract_address', 'gas_used'])
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .execute()

  await revertTransactionKeys(transaction, chain, { first, last }, rows)
  await revertWithdrawalAddresses(transaction, chain, { first, last })
  await forgetAbis(transaction, chain, rows)
  await deleteBlockRows(transaction, rowsOfBlocks, chain, { first, last })
  await cutTraceIntervals(transaction, chain, { first, last })
  await cutFrameIntervals(transaction, chain, { first, last })
  await cutBodyIntervals(transaction, chain, { first, last })
  await addDaySums(transaction, daySums(blocks, rows), -1)
}
