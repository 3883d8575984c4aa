import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** The maximum time that one part of the work blocks other requests. */
const turnMs = 10

/**
 * Values as JSON lines under zstd. A block with thousands of transactions is processed in slices, so that no other
 * request waits for it.
 */
export const packLines = async (values: readonly unknown[]): Promise<Uint8Array> =>
  compress((await inTurns(values, (value) => JSON.stringify(value))).join('\n'))

/** The values, and the length of their text in characters. */
export const unpackLines = async (packed: Uint8Array): Promise<{ values: unknown[]; length: number }> => {
  const text = (await decompress(packed)).toString('utf8')
  const values = text === '' ? [] : await inTurns(text.split('\n'), (line): unknown => JSON.parse(line))
  return { values, length: text.length }
}

const inTurns = async <Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> => {
  const results: Result[] = []
  let endsAt = performance.now() + turnMs
  for (const item of items) {
    results.push(work(item))
    if (performance.now() < endsAt) continue
    await nextTurnOfLoop()
    endsAt = performance.now() + turnMs
  }
  return results
}
