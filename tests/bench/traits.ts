/*
 * Counting a collection's traits: tokens a second, the memory that the table keeps, and the time of one answer (scores, filter,
 * sort, the first 5,000). The source answers at once, so this is the counting alone; a page's pace is the server's and the
 * rests between two pages.
 *
 *   node --expose-gc tests/bench/traits.ts
 */
import { performance } from 'node:perf_hooks'
import { matchingTokens, rarityOf, sortTokens } from '#components/nft/traits/trait-counting.ts'
import { type Attribute, createTraitTable } from '#components/nft/traits/trait-table.ts'
import { createChance } from '#tests/indexing/random.ts'

const traitCount = 8
const valuesPerTrait = 20
const pageSize = 100
const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('Run it with --expose-gc.')

const usedBytes = (): number => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
const mebibytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(1))

const table = [10_000, 100_000].map((tokenCount) => {
  const chance = createChance(tokenCount)
  /** A page as it comes from JSON: every text is its own. */
  const pageOf = (first: number): { id: string; attributes: Attribute[] }[] =>
    JSON.parse(
      JSON.stringify(
        Array.from({ length: pageSize }, (_, index) => ({
          id: String(first + index),
          attributes: Array.from({ length: traitCount }, (_, trait) => ({
            trait_type: `Trait ${trait}`,
            // Squared: some values are rare.
            value: `Value ${Math.floor(chance.fraction() ** 2 * valuesPerTrait)}`,
          })).filter(() => chance.happens(0.9)),
        })),
      ),
    )
  const before = usedBytes()
  const counted = createTraitTable()
  let countMs = 0
  for (let first = 0; first < tokenCount; first += pageSize) {
    const page = pageOf(first)
    const begin = performance.now()
    for (const { id, attributes } of page) counted.add(id, attributes)
    countMs += performance.now() - begin
  }
  const kept = usedBytes() - before
  const answerOf = (chosen: { trait: string; value: string }[]) => {
    const begin = performance.now()
    const found = sortTokens(counted, matchingTokens(counted, chosen), 'rarity', { scores: rarityOf(counted) })
    return { ms: Math.round(performance.now() - begin), matches: found.length }
  }
  const all = answerOf([])
  const some = answerOf([{ trait: 'Trait 1', value: 'Value 19' }])
  return {
    tokens: counted.count(),
    'tokens/s': Math.round((tokenCount / countMs) * 1_000),
    'kept MiB': mebibytes(kept),
    'bytes/token': Math.round(kept / tokenCount),
    'all, rarest first (ms)': all.ms,
    'one value (ms)': some.ms,
    'of that value': some.matches,
  }
})
console.table(table)
