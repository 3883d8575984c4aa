import { ServiceError } from '#lib/base/errors.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { failedChecks } from '#lib/evm/chain/checks/block-checks.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { decodableLogs, type TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import type { EvmSetAsideBlock, ReadableBlock } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import type { WriteContext } from '#lib/evm/chain/stored/blocks-of-transfers.ts'
import { contractKinds } from '#lib/evm/chain/stored/contract-kind.ts'
import { forgetDoubtful, noteDoubtful, setAsideBetween } from '#lib/evm/chain/stored/doubtful-blocks.ts'
import { linksBetween } from '#lib/evm/chain/stored/links.ts'
import { addBodyIntervals, readIntervals, writeIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { type BlockLink, isSetAside, runsOf } from '#lib/indexing/chain.ts'
import { addLinkedRange, type BlockRange, cutRanges } from '#lib/indexing/intervals.ts'
import { addDaySums } from './add-day-sums.ts'
import { countTokenRows, insertTokenRows } from './add-token-rows.ts'
import { insertBlocks, type RowsAhead, withoutChangedKinds, withoutHistoryRows } from './insert-ahead.ts'
import { revertBlocks } from './revert-blocks.ts'

type AppendOptions = {
  mustFollow: boolean
  /** What this transaction has written of all blocks already: none of them was stored before. */
  ahead?: RowsAhead
}

type StoredLinks = Awaited<ReturnType<typeof linksBetween>>

/**
 * Stores consecutive blocks with all derived rows. Blocks that are stored already are skipped; a block of another
 * branch with the same number is reverted first. Ranges may therefore meet or overlap. @throws Error if they do not
 * link, or the first does not follow `parentHash`.
 */
export const appendBlocks = async (
  context: WriteContext,
  blocks: readonly ReadableBlock[],
  { mustFollow, ahead }: AppendOptions,
): Promise<void> => {
  const { store, transaction, chain } = context
  const [first] = blocks
  const last = blocks.at(-1)
  if (!first || !last) return
  const stored = await linksBetween(transaction, chain, first.number - 1, last.number + 1)
  refuseUnlinked(blocks)
  if (mustFollow) await refuseLoose(context, first, stored)

  const isKept = ({ number, hash }: ReadableBlock): boolean => stored.get(number)?.hash === hash
  const added = ahead ? blocks : blocks.filter((block) => !isKept(block))
  const replaced = ahead ? [] : added.filter(({ number }) => stored.has(number))
  for (const { number } of replaced) await revertBlocks(store, transaction, chain, { first: number, last: number })

  const fresh = added.filter((block): block is EvmBlock => !isSetAside(block))
  await forgetDoubtful(transaction, chain, first.number, last.number, new Set(fresh.map(({ number }) => number)))
  await addDaySums(transaction, ahead?.sums ?? (await insertBlocks(store, transaction, chain, fresh)), 1)
  await appendTokens(context, fresh, ahead)

  await noteDoubtful(transaction, chain, doubtfulAmong(added), Math.floor(Date.now() / 1_000))
  const intervals = cutRanges(await readIntervals(transaction, chain), replaced.map(rangeOf))
  const whole = blocks.filter((block) => !isSetAside(block) || isKept(block))
  await writeIntervals(transaction, chain, withLinked(intervals, whole, stored))
  const withBodies = fresh.filter(({ body }) => body).map(rangeOf)
  if (withBodies.length > 0) await addBodyIntervals(transaction, chain, withBodies)
}

/** Stores the token rows of these blocks, in the transaction that stores the blocks; those of `ahead` are stored already. */
const appendTokens = async (context: WriteContext, blocks: readonly EvmBlock[], ahead?: RowsAhead): Promise<void> => {
  const { store, transaction, chain } = context
  const stored = ahead && (await withoutChangedKinds(store, transaction, chain, ahead))
  const logs = stored?.heldBack ?? decodableLogs(blocks)
  const kinds = await contractKinds(store, transaction, chain, ambiguousContracts(logs))
  const rows = decodeTokens(chain, logs, (address) => kinds.get(address))
  const fresh = await withoutHistoryRows(store, transaction, chain, { blocks, rows })
  await insertTokenRows(store, transaction, fresh)
  await countTokenRows(context, stored ? joined(stored.tokens, fresh) : fresh, {
    keepsNew: await isWholeBelow(context, blocks[0]?.number ?? 0),
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
const isWholeBelow = async ({ transaction, chain }: WriteContext, block: number): Promise<boolean> => {
  if (block <= 1) return true
  const [lowest] = await readIntervals(transaction, chain)
  return lowest !== undefined && lowest.first <= 1 && lowest.last >= block - 1
}

/** The blocks to read again: those that are set aside, and those stored with a failed check. */
const doubtfulAmong = (blocks: readonly ReadableBlock[]): (EvmSetAsideBlock & { isStored: boolean })[] =>
  blocks.flatMap((block) => {
    if (isSetAside(block)) return { ...block, isStored: false }
    const { checks, ...stored } = block
    const failed = checks ? failedChecks(checks) : []
    return failed.length > 0 ? { ...stored, fault: faultOf(failed), isStored: true } : []
  })

const faultOf = (failed: readonly string[]): string => `its ${failed.join(', ')} cannot be recomputed`

const rangeOf = ({ number }: BlockLink): BlockRange => ({ first: number, last: number })

/** These intervals with these blocks, joined to the stored neighbours that they link to. */
const withLinked = (intervals: BlockRange[], blocks: readonly ReadableBlock[], stored: StoredLinks): BlockRange[] =>
  runsOf(blocks).reduce((all, { first, last }) => {
    const below = stored.get(first.number - 1)
    const above = stored.get(last.number + 1)
    return addLinkedRange(
      all,
      { first: first.number, last: last.number },
      {
        linksBelow: below !== undefined && below.hash === first.parentHash,
        linksAbove: above !== undefined && above.parentHash === last.hash,
      },
    )
  }, intervals)

const refuseUnlinked = (blocks: readonly ReadableBlock[]): void => {
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    if (before && (block.parentHash !== before.hash || block.number !== before.number + 1))
      throw notFollowing(block, before.number)
  }
}

/** @throws ServiceError unless the block follows the one below, which is stored or set aside. */
const refuseLoose = async (
  { transaction, chain }: WriteContext,
  first: ReadableBlock,
  stored: StoredLinks,
): Promise<void> => {
  const number = first.number - 1
  const before = stored.get(number) ?? (await setAsideBetween(transaction, chain, number, number)).get(number)
  if (before?.hash !== first.parentHash) throw notFollowing(first, number)
}

const notFollowing = ({ number }: ReadableBlock, before: number): ServiceError =>
  new ServiceError('upstream_failed', `Block ${number} does not follow block ${before}.`)
