import { RLP } from '@ethereumjs/rlp'
import type { Raw } from '#lib/evm/chain/checks/rlp-bytes.ts'
import {
  accumulatorOf,
  blockParts,
  createEntries,
  type EntryBytes,
  framed,
  littleEndian,
  type WrittenBlock,
} from './write-era.ts'

type Written = {
  /** As some clients write them; by default, where a block is from before the merge. */
  totals?: boolean
  /** Not those of a beacon chain: they are not read. */
  proofs?: boolean
  receipts?: boolean
  /** Data of an entry that do not fit the others; the index fits all. */
  replaced?: { name: string; at: number; data: Buffer }
}

/** Type, outcome, gas and logs of each. */
const slimReceipts = ({ receipts }: WrittenBlock): Buffer =>
  Buffer.from(
    RLP.encode(
      receipts.map(({ type, status, root, cumulativeGasUsed, logs }) => [
        BigInt(String(type ?? '0x0')),
        status === undefined ? String(root) : BigInt(String(status)),
        BigInt(String(cumulativeGasUsed)),
        (logs as Raw[]).map(({ address, topics, data }) => [address, topics, data] as string[]),
      ]),
    ),
  )

/** The entries of an ere file. */
export const ereEntries = (blocks: readonly WrittenBlock[], written: Written = {}): EntryBytes[] => {
  const isBefore = ({ block }: WrittenBlock): boolean => BigInt(String(block.difficulty)) > 0n
  const before = blocks.filter(isBefore)
  const { totals = before.length > 0, proofs = true, receipts = true, replaced } = written
  const { entries, add, addIndex } = createEntries()
  const addAll = (name: string, type: number, data: readonly Buffer[]): number[] =>
    data.map((one, at) => add(name, type, replaced?.name === name && replaced.at === at ? replaced.data : one))
  const parts = blocks.map(blockParts)
  const proofOf = (_: unknown, at: number): Buffer => framed(Buffer.from(RLP.encode([3, Buffer.alloc(200, at)])))
  const sections = [
    addAll(
      'header',
      0x03,
      parts.map(({ header }) => framed(header)),
    ),
    addAll(
      'body',
      0x04,
      parts.map(({ body }) => framed(body)),
    ),
    addAll('receipts', 0x0a, receipts ? blocks.map((one) => framed(slimReceipts(one))) : []),
    addAll('proof', 0x0b, proofs ? blocks.map(proofOf) : []),
    addAll('total difficulty', 0x06, totals ? blocks.map((one) => littleEndian(one.totalDifficulty)) : []),
  ].filter(({ length }) => length > 0)
  if (totals && before.length > 0) add('accumulator', 0x07, accumulatorOf(before))
  const positions = blocks.flatMap((_, at) => sections.map((starts) => starts[at] ?? 0))
  addIndex(0x3267, Number(blocks[0]?.block.number), positions, sections.length, blocks.length)
  return entries
}

export const ereBytes = (blocks: readonly WrittenBlock[], written?: Written): Buffer =>
  Buffer.concat(ereEntries(blocks, written).map(({ bytes }) => bytes))
