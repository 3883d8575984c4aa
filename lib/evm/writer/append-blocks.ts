import type { Transaction } from 'kysely'
import { blockRows } from '#lib/evm/decode/block-rows.ts'
import { daySums } from '#lib/evm/decode/day-sums.ts'
import type { EvmBlock } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addDaySums } from './add-day-sums.ts'
import { appendTokens } from './append-tokens.ts'
import { withAdded } from './intervals.ts'
import { linksBetween } from './links.ts'
import { readIntervals, writeIntervals } from './stored-intervals.ts'
import { takeBackBlocks } from './take-back.ts'

/**
 * Stores blocks that follow one another, with everything that they change. A block that is stored already is left alone;
 * one of the same number but another fork is taken back first. Blocks of different ranges may so meet or overlap.
 * @throws Error when they do not link, or the first does not follow `parentHash`.
 */
export const appendBlocks = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly EvmBlock[],
  options: { mustFollow: boolean },
): Promise<void> => {
  const [first] = blocks
  const last = blocks.at(-1)
  if (!first || !last) return
  refuseUnlinked(blocks)
  const stored = await linksBetween(transaction, chain, first.number - 1, last.number + 1)
  const before = stored.get(first.number - 1)
  const after = stored.get(last.number + 1)
  if (options.mustFollow && before?.hash !== first.parentHash)
    throw new Error(`block ${first.number} does not follow what is stored of chain ${chain}`)

  const fresh: EvmBlock[] = []
  for (const block of blocks) {
    const known = stored.get(block.number)
    if (known?.hash === block.hash) continue
    if (known) await takeBackBlocks(store, transaction, chain, block.number, block.number)
    fresh.push(block)
  }
  const rows = blockRows(chain, fresh)
  await store.insertMany(transaction, 'evm_blocks', rows.blocks)
  await store.insertMany(transaction, 'evm_transactions', rows.transactions)
  await store.insertMany(transaction, 'evm_logs', rows.logs)
  await store.insertMany(transaction, 'evm_transaction_hashes', rows.hashes)
  await store.insertMany(transaction, 'evm_wallet_transactions', rows.walletTransactions)
  await addDaySums(transaction, daySums(rows.blocks, rows.transactions), 1)
  await appendTokens(store, transaction, chain, fresh)

  const intervals = withAdded(
    await readIntervals(transaction, chain),
    { first: first.number, last: last.number },
    {
      linksBelow: before !== undefined && before.hash === first.parentHash,
      linksAbove: after !== undefined && after.parentHash === last.hash,
    },
  )
  await writeIntervals(transaction, chain, intervals)
}

const refuseUnlinked = (blocks: readonly EvmBlock[]): void => {
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    if (before && (block.parentHash !== before.hash || block.number !== before.number + 1))
      throw new Error(`block ${block.number} does not follow block ${before.number}`)
  }
}
