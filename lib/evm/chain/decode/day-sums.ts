import { invariant } from '#lib/base/invariant.ts'
import type { BlockRow, DayRow, TransactionRow, WalletDayRow } from '#lib/evm/chain/tables/tables.ts'
import { participants } from './block-rows.ts'

export type DaySumsRows = { days: DayRow[]; walletDays: WalletDayRow[] }

type SummedBlock = Pick<BlockRow, 'chain' | 'number' | 'timestamp' | 'transaction_count' | 'gas_used'>
type SummedTransaction = Pick<
  TransactionRow,
  'block_number' | 'from_address' | 'to_address' | 'contract_address' | 'gas_used'
>

const noSums = { transaction_count: 0, block_count: 0, gas_used: 0 }

/** The UTC day of a unix time in seconds, counted from 1970-01-01. */
export const dayOf = (timestamp: number): number => Math.floor(timestamp / 86_400)

/**
 * The daily sums of these blocks, each with all of its transactions, for the chain and for each address. Pure. Rows are
 * in key order: neighbours are then written together, and two writers cannot deadlock.
 */
export const daySums = (blocks: readonly SummedBlock[], transactions: readonly SummedTransaction[]): DaySumsRows => {
  const days = new Map<number, DayRow>()
  const blocksByNumber = new Map<number, SummedBlock>()
  for (const block of blocks) {
    blocksByNumber.set(block.number, block)
    const day = dayOf(block.timestamp)
    const sum = days.get(day) ?? { chain: block.chain, day, ...noSums }
    sum.transaction_count += block.transaction_count
    sum.block_count++
    sum.gas_used += Number(block.gas_used)
    days.set(day, sum)
  }
  return {
    days: [...days.values()].sort((a, b) => a.day - b.day),
    walletDays: walletDays(blocksByNumber, transactions),
  }
}

const walletDays = (
  blocks: ReadonlyMap<number, SummedBlock>,
  transactions: readonly SummedTransaction[],
): WalletDayRow[] => {
  const sums = new Map<string, { row: WalletDayRow; blocks: Set<number> }>()
  for (const transaction of transactions) {
    const block = blocks.get(transaction.block_number)
    invariant(block, 'transactions are summed together with their blocks')
    const day = dayOf(block.timestamp)
    for (const address of participants(transaction)) {
      const key = `${day} ${textOf(address)}`
      let sum = sums.get(key)
      if (!sum) {
        const row = { chain: block.chain, address, day, ...noSums, sent_count: 0 }
        sum = { row, blocks: new Set() }
        sums.set(key, sum)
      }
      sum.row.transaction_count++
      if (address === transaction.from_address) sum.row.sent_count++
      sum.row.gas_used += Number(transaction.gas_used)
      sum.row.block_count = sum.blocks.add(block.number).size
    }
  }
  return [...sums.values()].map(({ row }) => row).sort((a, b) => Buffer.compare(a.address, b.address) || a.day - b.day)
}

/** Bytes as a map key: one character each, much cheaper than hex. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
