import { invariant } from '#lib/base/invariant.ts'
import type { HistoryCheckReason } from '#lib/evm/chain/tables/token-tables.ts'
import { correctHistory } from '#lib/evm/chain/write/correct-history.ts'
import { type BlockRange, countBlocks, intersectRanges } from '#lib/indexing/intervals.ts'
import { compareState, type StateComparison } from './compare-state.ts'
import { claimsErc721 } from './contract-state.ts'
import { readHoldings } from './holdings.ts'
import { type CheckContext, headersInBatch, proveBlocks } from './prove-blocks.ts'
import { blockTimes, contractLogs } from './read-history-logs.ts'

/** Four requests of headers. */
const blocksMin = 4 * headersInBatch

/** Distinct random blocks of these ranges in random order; all of them if there are few. */
export const sampleBlocks = (
  ranges: readonly BlockRange[],
  factor: number,
  random: () => number = Math.random,
): number[] => {
  const total = countBlocks(ranges)
  const wanted = Math.min(total, blocksMin * factor)
  const places = new Set<number>()
  // Floyd's algorithm: `wanted` draws whatever the total is.
  for (let bound = total - wanted; bound < total; bound++) {
    const drawn = Math.floor(random() * (bound + 1))
    places.add(places.has(drawn) ? bound : drawn)
  }
  return [...places].map((place) => blockAt(ranges, place))
}

const blockAt = (ranges: readonly BlockRange[], place: number): number => {
  let left = place
  for (const { first, last } of ranges) {
    const length = last - first + 1
    if (left < length) return first + left
    left -= length
  }
  invariant(false, 'a drawn place is within the ranges')
}

/** Few blocks per response: a node that truncates large responses returns small ones in full. */
const rereadBlocksMax = 500

/** A range whose logs were requested from every node again, and the number of logs that were missing. */
type ReadAgain = { range: BlockRange; corrected: number }

/**
 * Asks every node again for a contract's logs, in ranges whose ends differ from round to round, and adds what was
 * missing. A node that omits logs at the end of a response, or occasionally, returns them this way.
 */
export async function* readAgain(context: CheckContext, range: BlockRange, round: number): AsyncGenerator<ReadAgain> {
  const { store, chain, address, pool, signal } = context
  const blocksMax = Math.max(1, Math.floor(rereadBlocksMax / round) - round)
  for await (const { from, to, logs } of contractLogs(context, address, range, { blocksMax })) {
    const times = await blockTimes(pool, logs, signal)
    const corrected = await correctHistory(store, chain, {
      address,
      range: { first: from, last: to },
      logs: logs.map(({ blockTimestamp, blockHash, ...log }) => ({ ...log, transactionValue: null })),
      headers: [...times.values()],
      isWhole: false,
    })
    yield { range: { first: from, last: to }, corrected }
  }
}

/*
 * eth_getLogs proves nothing: a node may omit logs, and its response does not show it. So every range is read from all
 * nodes, and a history whose blocks have all been read is checked against what a node cannot leave out without contradicting
 * itself:
 *
 * 1. State: `balanceOf` and `ownerOf` of every holder whose transfers contradict one another and of a random sample,
 *    `totalSupply`, numbers of tokens (compare-state.ts). One pass over the stored rows and at most about 2,200 eth_calls.
 * 2. Blocks: about 200 random headers, whose blooms show blocks with logs that are unknown, and a few whole blocks with their
 *    receipts (prove-blocks.ts). This finds what no state shows: approvals, and transfers to and fro.
 *
 * Both agree on an honest node, and the check is over. Otherwise every block of a short history (see `proofLimits`) is proven by
 * its bloom and receipts, which is certain whatever eth_getLogs says; of a longer one every range is read again, from every node,
 * in other pieces, up to three times while that finds more. A remaining difference is stored as the reason, and not read again forever.
 */

/** What to check: the blocks that only the contract's own backfill read, and the block whose state is compared. */
type CheckedHistory = { ranges: readonly BlockRange[]; firstBlock: number; block: number }

/** Where an unfinished check continues. Steps 1 to 3 read again, step 4 proves every block. */
type CheckProgress = { step: number | null; place: number | null }

const roundsMax = 3
const proveStep = roundsMax + 1
/**
 * Limits for proving a backfill block by block: headers, and whole blocks as estimated from the sample. Higher if the
 * sample proved that a node omits logs; a hostile token with a false state must not cost more.
 */
export type ProofLimits = { headers: number; whole: number; wholeAfterLoss: number }
const proofLimits: ProofLimits = { headers: 200_000, whole: 2_000, wholeAfterLoss: 10_000 }
/** Blocks between two stored positions. */
const blocksAtOnce = 10 * headersInBatch

export const checkHistory = async (
  context: CheckContext,
  history: CheckedHistory,
  start: CheckProgress,
  save: (progress: CheckProgress) => Promise<void>,
  mayGoOn: () => Promise<boolean>,
  limits = proofLimits,
): Promise<'passed' | 'more' | HistoryCheckReason> => {
  const { ranges, block, firstBlock } = history
  const { store, chain, address, pool, signal } = context
  const blocks = countBlocks(ranges)
  const first = ranges[0]?.first ?? 0

  const compare = async (): Promise<StateComparison> => {
    const place = { address, block, firstBlock }
    const holdings = await readHoldings(store, chain, address, { block, signal })
    const comparison = await compareState(pool, holdings, place, { signal })
    if (typeof comparison !== 'object' || holdings.balances.size === 0) return comparison
    if (!(await claimsErc721(pool, address, block, signal))) return comparison
    const tokens = await readHoldings(store, chain, address, { block, signal, isErc721: true })
    return compareState(pool, tokens, place, { signal })
  }
  const sample = async (factor: number) => {
    const numbers = sampleBlocks(ranges, factor)
    const proof = await proveBlocks(context, numbers, 3 * factor)
    const wholeMax = proof.corrected > 0 ? limits.wholeAfterLoss : limits.whole
    const expected = (blocks * proof.possible) / numbers.length
    return { ...proof, isProvable: proof.hasBlooms && blocks <= limits.headers && expected <= wholeMax }
  }

  let { step, place } = start
  const moveTo = async (nextStep: number, nextPlace: number): Promise<boolean> => {
    step = nextStep
    place = nextPlace
    await save({ step, place })
    return mayGoOn()
  }

  if (step === null) {
    const sampled = await sample(1)
    const comparison = await compare()
    const isSuspected = sampled.corrected > 0 || typeof comparison === 'object'
    if (!isSuspected && comparison === 'agrees') return 'passed'
    if (comparison !== 'agrees' && !isSuspected && !sampled.isProvable) return reasonOf(comparison)
    if (!(await moveTo(sampled.isProvable ? proveStep : 1, first))) return 'more'
  }

  if (step === proveStep) {
    for (let from = place ?? first; from <= block; from += blocksAtOnce) {
      const numbers = numbersIn(intersectRanges(ranges, [{ first: from, last: from + blocksAtOnce - 1 }]))
      const { hasBlooms } = await proveBlocks(context, numbers)
      if (!hasBlooms) {
        await moveTo(1, first)
        break
      }
      if (!(await moveTo(proveStep, from + blocksAtOnce)) && from + blocksAtOnce <= block) return 'more'
    }
    if (step === proveStep) return 'passed'
  }

  for (let round = step ?? 1; ; round++) {
    // After a restart it is unknown whether the interrupted round found any.
    let corrected = (place ?? first) > first ? 1 : 0
    for (const range of intersectRanges(ranges, [{ first: place ?? first, last: block }]))
      for await (const part of readAgain(context, range, round)) {
        corrected += part.corrected
        if (!(await moveTo(round, part.range.last + 1)) && part.range.last < block) return 'more'
      }
    const sampled = await sample(4)
    const comparison = await compare()
    // A single node that left logs out may leave out more that neither the state nor a sample shows, such as a transfer to oneself.
    const isBelieved = pool.size > 1 && sampled.corrected === 0
    if (isBelieved && comparison === 'agrees') return 'passed'
    const isSettled = corrected === 0 && sampled.corrected === 0
    if (isSettled) return comparison === 'agrees' ? 'events_missing' : reasonOf(comparison)
    if (round >= roundsMax) return 'events_missing'
    await moveTo(round + 1, first)
  }
}

const reasonOf = (comparison: Exclude<StateComparison, 'agrees'>): HistoryCheckReason =>
  typeof comparison === 'object' ? 'state_differs' : comparison

const numbersIn = (ranges: readonly BlockRange[]): number[] =>
  ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
