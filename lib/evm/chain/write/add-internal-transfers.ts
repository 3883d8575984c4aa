import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { type InternalFrame, type InternalTransfer, transfersOf } from '#lib/evm/chain/rpc/traces/block-frames.ts'
import { askReplaced } from '#lib/evm/chain/stored/asked-contracts.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { linksBetween } from '#lib/evm/chain/stored/links.ts'
import {
  addFrameIntervals,
  addTraceIntervals,
  readFrameIntervals,
  readTraceIntervals,
} from '#lib/evm/chain/stored/part-intervals.ts'
import type {
  InternalFrameRow,
  InternalTransferRow,
  UnmovedSideRow,
} from '#lib/evm/chain/tables/internal-transfer-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, coversRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'

/** A block with its listed frames. */
export type TracedBlock = { number: number; hash: Hex; frames: readonly InternalFrame[] }

/**
 * Stores the internal transfers and frames of blocks in one transaction. A block that a reorg reverted or another worker traced in the
 * meantime is skipped; one that an earlier version traced has its transfers already.
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
    const current = blocks.filter(({ number, hash }) => stored.get(number)?.hash === hash)
    const isIn = (ranges: readonly BlockRange[]) => (block: TracedBlock) =>
      coversRange(ranges, { first: block.number, last: block.number })
    const isTraced = isIn(await readTraceIntervals(transaction, chain))
    const hasFrames = isIn(await readFrameIntervals(transaction, chain))
    const untraced = current.filter((block) => !isTraced(block))
    const frameless = current.filter((block) => !hasFrames(block))
    const moved = untraced.flatMap((block) =>
      transfersOf(block.frames).map((transfer) => ({ number: block.number, transfer })),
    )
    const rows = moved.flatMap(({ number, transfer }) => rowsOf(chain, number, transfer))
    await store.insertMany(transaction, 'evm_internal_transfers', rows)
    const frames = frameless.flatMap((block) => block.frames.map((frame) => frameRow(chain, block.number, frame)))
    await store.insertMany(transaction, 'evm_internal_frames', frames)
    await store.insertMany(transaction, 'evm_unmoved_sides', frames.flatMap(unmovedSides))
    const replaced = moved.flatMap(({ transfer }) => replacedCode(transfer))
    await askReplaced(transaction, chain, replaced.map(toBytes), {
      block: Math.max(...numbers),
      now: Math.floor(Date.now() / 1_000),
    })
    await addTraceIntervals(transaction, chain, untraced.map(rangeOf))
    await addFrameIntervals(transaction, chain, frameless.map(rangeOf))
  })

const rangeOf = ({ number }: TracedBlock): BlockRange => ({ first: number, last: number })

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

const frameRow = (chain: number, block_number: number, frame: InternalFrame): InternalFrameRow => ({
  chain,
  block_number,
  transaction_index: frame.transactionIndex,
  frame_index: frame.frameIndex,
  is_undone: frame.isUndone ? 1 : 0,
  from_address: toBytes(frame.from),
  to_address: frame.to === null ? null : toBytes(frame.to),
  kind: frame.kind,
  value: String(frame.value),
  gas: String(frame.gas),
  gas_used: String(frame.gasUsed),
  trace_path: frame.tracePath,
  error: frame.error,
})

/** The addresses of a frame that has no row among the transfers, each once. */
const unmovedSides = (row: InternalFrameRow): UnmovedSideRow[] => {
  const { chain, block_number, transaction_index, frame_index, from_address, to_address, is_undone, value } = row
  if (is_undone === 0 && value !== '0' && to_address !== null) return []
  const side = (address: Uint8Array) => ({ chain, block_number, transaction_index, frame_index, address })
  const isOther = to_address !== null && toHex(to_address) !== toHex(from_address)
  return [side(from_address), ...(isOther ? [side(to_address)] : [])]
}
