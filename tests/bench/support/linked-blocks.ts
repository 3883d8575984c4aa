import { hexNumber } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { chainRules, hashedHeader } from '#lib/evm/chain/checks/chain-rules.ts'
import type { RecordedBlock } from '#tests/evm/chain/decode/recorded-blocks.ts'

/** The JSON of a block and of its receipts. */
export type BlockText = { block: string; receipts: string }

/**
 * A chain of real contents: recorded blocks in turn, renumbered and linked, with the hashes that follow from it. Roots of
 * transactions and receipts do not depend on the block that they are in, so every check of a node's data passes.
 */
export const linkedBlocks = (recorded: readonly RecordedBlock[], count: number): BlockText[] => {
  const rules = chainRules('eth')
  const blocks: BlockText[] = []
  let parentHash = `0x${'0'.repeat(64)}`
  for (let number = 0; number < count; number++) {
    const { answers } = recorded[number % recorded.length] ?? {}
    if (!isFields(answers?.block)) throw new Error('there are no recorded blocks')
    const timestamp = hexNumber(1_600_000_000 + 12 * number)
    const moved = { ...answers.block, number: hexNumber(number), parentHash, timestamp }
    const { hash } = hashedHeader(moved, rules, new Set())
    const place = { blockNumber: moved.number, blockHash: hash, blockTimestamp: timestamp }
    const placed = (entries: unknown, more: (entry: Record<string, unknown>) => object = () => ({})) =>
      Array.isArray(entries) ? entries.filter(isFields).map((entry) => ({ ...entry, ...place, ...more(entry) })) : []
    const transactions = placed(answers.block.transactions)
    const receipts = placed(answers.receipts, ({ logs }) => ({ logs: placed(logs) }))
    blocks.push({ block: JSON.stringify({ ...moved, hash, transactions }), receipts: JSON.stringify(receipts) })
    parentHash = hash
  }
  return blocks
}
