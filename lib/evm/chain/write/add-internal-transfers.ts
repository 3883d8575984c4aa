import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { InternalTransfer } from '#lib/evm/chain/rpc/traces/block-transfers.ts'
import { askReplaced } from '#lib/evm/chain/stored/asked-contracts.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { linksBetween } from '#lib/evm/chain/stored/links.ts'
import { addTraceIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { InternalTransferRow } from '#lib/evm/chain/tables/internal-transfer-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { coversRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'

export type TracedBlock = { number: number; hash: Hex; transfers: readonly InternalTransfer[] }

/**
 * Stores the internal transfers of blocks in one transaction. A block that a reorg reverted or another worker traced in the
 * meantime is skipped.
 */
export const addInternalTransfers = (
  store: Store<EvmTables>,
  chain: number,
  blocks: readonly TracedBlock[],
): Promise<void> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const numbers = blocks.map(({ number }) => number)
    const stored = await linksBetween(transaction, chain, Math.min(...numbers), Math.max(...numbers))
    const traced = await readTraceIntervals(transaction, chain)
    const fresh = blocks.filter(
      ({ number, hash }) => stored.get(number)?.hash === hash && !coversRange(traced, { first: number, last: number }),
    )
    const rows = fresh.flatMap(({ number, transfers }) =>
      transfers.flatMap((transfer) => rowsOf(chain, number, transfer)),
    )
    await store.insertMany(transaction, 'evm_internal_transfers', rows)
    const replaced = fresh.flatMap(({ transfers }) => transfers.flatMap(replacedCode))
    await askReplaced(transaction, chain, replaced.map(toBytes), {
      block: Math.max(...numbers),
      now: Math.floor(Date.now() / 1_000),
    })
    const ranges = fresh.map(({ number }) => ({ first: number, last: number }))
    await addTraceIntervals(transaction, chain, ranges)
  })

/** The contract whose code a transfer created or destroyed, if any. */
const replacedCode = ({ kind, from, to }: InternalTransfer): Hex[] => {
  if (kind === 'SELFDESTRUCT') return [from]
  return kind.startsWith('CREATE') ? [to] : []
}

const rowsOf = (chain: number, block_number: number, transfer: InternalTransfer): InternalTransferRow[] => {
  const { transactionIndex, transferIndex, kind, from, to, value } = transfer
  const row = { chain, block_number, transaction_index: transactionIndex, transfer_index: transferIndex }
  const [sender, receiver] = [toBytes(from), toBytes(to)]
  const rest = { kind, value: String(value) }
  const incoming = { ...row, is_incoming: 1 as const, address: receiver, other_address: sender, ...rest }
  if (from === to) return [incoming]
  return [{ ...row, is_incoming: 0, address: sender, other_address: receiver, ...rest }, incoming]
}
