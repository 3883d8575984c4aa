import type { Transaction } from 'kysely'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { decodableLogs } from '#lib/evm/chain/decode/decodable-logs.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { contractKinds } from '#lib/evm/chain/stored/contract-kind.ts'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { countTokenRows, insertTokenRows } from './add-token-rows.ts'
import { withoutHistoryRows } from './histories/history-rows.ts'
import { type RowsAhead, withoutChangedKinds } from './insert-ahead.ts'

/** Stores the token rows of these blocks, in the transaction that stores the blocks; those of `ahead` are stored already. */
export const appendTokens = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
  ahead?: RowsAhead,
): Promise<void> => {
  const stored = ahead && (await withoutChangedKinds(store, transaction, chain, ahead))
  const logs = stored?.heldBack ?? decodableLogs(blocks)
  const kinds = await contractKinds(store, transaction, chain, ambiguousContracts(logs))
  const rows = decodeTokens(chain, logs, (address) => kinds.get(address))
  const fresh = await withoutHistoryRows(store, transaction, chain, blocks, rows)
  await insertTokenRows(store, transaction, fresh)
  await countTokenRows(store, transaction, chain, stored ? joined(stored.tokens, fresh) : fresh, {
    keepsNew: await isWholeBelow(transaction, chain, blocks[0]?.number ?? 0),
  })
}

/** Rows of different contracts. */
const joined = (one: TokenRows, other: TokenRows): TokenRows => ({
  nftTransfers: [...one.nftTransfers, ...other.nftTransfers],
  erc20Transfers: [...one.erc20Transfers, ...other.erc20Transfers],
  erc20Approvals: [...one.erc20Approvals, ...other.erc20Approvals],
  contracts: new Map([...one.contracts, ...other.contracts]),
})

/** Whether every block before this one is stored. The genesis block has no logs, so an index from block 1 is complete too. */
const isWholeBelow = async (transaction: Transaction<EvmTables>, chain: number, block: number): Promise<boolean> => {
  if (block <= 1) return true
  const [lowest] = await readIntervals(transaction, chain)
  return lowest !== undefined && lowest.first <= 1 && lowest.last >= block - 1
}
