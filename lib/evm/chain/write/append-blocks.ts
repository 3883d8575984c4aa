import type { Transaction } from 'kysely'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { failedChecks } from '#lib/evm/chain/checks/block-checks.ts'
import { decodableLogs } from '#lib/evm/chain/decode/decodable-logs.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import type { ReadableBlock, SetAsideBlock } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import { contractKinds } from '#lib/evm/chain/stored/contract-kind.ts'
import { forgetDoubtful, noteDoubtful, setAsideBetween } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import { readIntervals, writeIntervals } from '#lib/evm/chain/stored/intervals.ts'
import { linksBetween } from '#lib/evm/chain/stored/links.ts'
import { addBodyIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addLinkedRange, cutRanges } from '#lib/indexing/intervals.ts'
import { isSetAside, runsOf } from '#lib/indexing/set-aside.ts'
import type { Store } from '#lib/store/store.ts'
import { addDaySums } from './add-day-sums.ts'
import { countTokenRows, insertTokenRows } from './add-token-rows.ts'
import { withoutHistoryRows } from './history-rows.ts'
import { insertBlocks, type RowsAhead, withoutChangedKinds } from './insert-ahead.ts'
import { revertBlocks } from './revert-blocks.ts'

/** Stores the token rows of these blocks, in the transaction that stores the blocks; those of `ahead` are stored already. */
const appendTokens = async (
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

type AppendOptions = {
  mustFollow: boolean
  /** What this transaction has written of all blocks already: none of them was stored before. */
  ahead?: RowsAhead
}

/**
 * Stores consecutive blocks with all derived rows. Blocks that are stored already are skipped; a block of another
 * branch with the same number is reverted first. Ranges may therefore meet or overlap. @throws Error if they do not
 * link, or the first does not follow `parentHash`.
 */
export const appendBlocks = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  blocks: readonly ReadableBlock[],
  options: AppendOptions,
): Promise<void> => {
  const [first] = blocks
  const last = blocks.at(-1)
  if (!first || !last) return
  refuseUnlinked(blocks)
  const near = [first.number - 1, last.number + 1] as const
  const stored = await linksBetween(transaction, chain, ...near)
  const aside = await setAsideBetween(transaction, chain, ...near)
  const before = stored.get(first.number - 1) ?? aside.get(first.number - 1)
  if (options.mustFollow && before?.hash !== first.parentHash) throw notFollowing(first, first.number - 1)

  const fresh: EvmBlock[] = []
  const doubtful: (SetAsideBlock & { isStored: boolean })[] = []
  let intervals = await readIntervals(transaction, chain)
  for (const block of blocks) {
    const known = options.ahead ? undefined : stored.get(block.number)
    if (known?.hash === block.hash) continue
    if (known) {
      await revertBlocks(store, transaction, chain, block.number, block.number)
      intervals = cutRanges(intervals, [{ first: block.number, last: block.number }])
    }
    if (isSetAside(block)) doubtful.push({ ...block, isStored: false })
    else fresh.push(block)
  }
  await forgetDoubtful(transaction, chain, first.number, last.number, new Set(fresh.map(({ number }) => number)))
  await addDaySums(transaction, options.ahead?.sums ?? (await insertBlocks(store, transaction, chain, fresh)), 1)
  await appendTokens(store, transaction, chain, fresh, options.ahead)

  for (const run of runsOf(
    blocks.filter((block) => !isSetAside(block) || stored.get(block.number)?.hash === block.hash),
  )) {
    const below = stored.get(run.first.number - 1)
    const above = stored.get(run.last.number + 1)
    intervals = addLinkedRange(
      intervals,
      { first: run.first.number, last: run.last.number },
      {
        linksBelow: below !== undefined && below.hash === run.first.parentHash,
        linksAbove: above !== undefined && above.parentHash === run.last.hash,
      },
    )
  }
  for (const { checks, ...block } of fresh) {
    const failed = checks ? failedChecks(checks) : []
    if (failed.length > 0) doubtful.push({ ...block, fault: faultOf(failed), isStored: true })
  }
  await noteDoubtful(transaction, chain, doubtful, Math.floor(Date.now() / 1_000))
  await writeIntervals(transaction, chain, intervals)
  const withBodies = fresh.flatMap(({ number, body }) => (body ? [{ first: number, last: number }] : []))
  if (withBodies.length > 0) await addBodyIntervals(transaction, chain, withBodies)
}

const faultOf = (failed: readonly string[]): string => `its ${failed.join(', ')} cannot be recomputed`

const refuseUnlinked = (blocks: readonly ReadableBlock[]): void => {
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    if (before && (block.parentHash !== before.hash || block.number !== before.number + 1))
      throw notFollowing(block, before.number)
  }
}

const notFollowing = ({ number }: ReadableBlock, before: number): ServiceError =>
  new ServiceError('upstream_failed', `Block ${number} does not follow block ${before}.`)
