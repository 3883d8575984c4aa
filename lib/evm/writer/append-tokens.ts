import type { Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import { decodableLogs } from '#lib/evm/decode/decodable-logs.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/decode/decode-tokens.ts'
import type { EvmBlock, Hex } from '#lib/evm/node/block.ts'
import { readIntervals } from '#lib/evm/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { ContractKind } from '#lib/evm/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addTokenRows } from './add-token-rows.ts'
import { withoutHistoryRows } from './history-rows.ts'

/** Stores the token rows of these blocks, in the transaction that stores the blocks. */
export const appendTokens = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
): Promise<void> => {
  const logs = decodableLogs(blocks)
  const kinds = await contractKinds(store, transaction, chain, ambiguousContracts(logs))
  const rows = decodeTokens(chain, logs, (address) => kinds.get(address))
  const fresh = await withoutHistoryRows(store, transaction, chain, blocks, rows)
  await addTokenRows(store, transaction, chain, fresh, {
    keepsNew: await isWholeBelow(transaction, chain, blocks[0]?.number ?? 0),
  })
}

const contractKinds = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  contracts: readonly Hex[],
): Promise<Map<Hex, ContractKind | null>> => {
  const keys = contracts.map((address) => ({ chain, address: toBytes(address) }))
  const rows = await store.findMany(transaction, 'evm_contracts', { columns: ['address', 'kind'], keys })
  return new Map(rows.map(({ address, kind }) => [toHex(address), kind]))
}

/** Whether every block before this one is stored. The genesis block has no logs, so an index from block 1 is complete too. */
const isWholeBelow = async (transaction: Transaction<EvmTables>, chain: number, block: number): Promise<boolean> => {
  if (block <= 1) return true
  const [lowest] = await readIntervals(transaction, chain)
  return lowest !== undefined && lowest.first <= 1 && lowest.last >= block - 1
}
