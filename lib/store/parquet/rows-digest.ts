import { createHash } from 'node:crypto'
import { toDigits } from '#lib/base/bytes.ts'
import type { MovedRow } from './chain-rows.ts'

/** The number of rows, and a hash of them that does not depend on their order: databases sort text differently. */
export type RowsDigest = { count: number; hash: string }

const bytesOfSum = 32
const modulus = 1n << BigInt(8 * bytesOfSum)

/** Adds up the SHA-256 of each row. */
const createRowsDigest = () => {
  let count = 0
  let sum = 0n
  return {
    add: (row: MovedRow, columns: readonly string[]): void => {
      const hash = createHash('sha256')
      for (const column of columns) hash.update(fieldText(row[column]))
      count += 1
      sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % modulus
    },
    digest: (): RowsDigest => ({ count, hash: sum.toString(16).padStart(2 * bytesOfSum, '0') }),
  }
}

export const digestOf = async (
  pages: AsyncIterable<readonly MovedRow[]>,
  columns: readonly string[],
): Promise<RowsDigest> => {
  const { add, digest } = createRowsDigest()
  for await (const rows of pages) for (const row of rows) add(row, columns)
  return digest()
}

/** Each field with its type and length, so that no two rows have one text. */
const fieldText = (value: unknown): string => {
  if (value === null || value === undefined) return 'n;'
  if (value instanceof Uint8Array) return `b${value.length}:${toDigits(value)};`
  const text = String(value)
  return `${typeof value === 'string' ? 's' : 'd'}${text.length}:${text};`
}
