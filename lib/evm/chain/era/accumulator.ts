import { createHash } from 'node:crypto'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'

/*
 * The root that a file states of its blocks from before the merge: the SSZ `hash_tree_root` of `List[HeaderRecord, 8192]`, where a record is a block's
 * hash and total difficulty. Clients publish one for each file.
 */

export const eraBlocksMax = 8_192
const depth = Math.log2(eraBlocksMax)
const chunkBytes = 32

export type HeaderRecord = { hash: Uint8Array; totalDifficulty: Uint8Array }

/** `totalDifficulty` in 32 little-endian bytes. */
export const accumulatorRoot = (records: readonly HeaderRecord[]): Hex => {
  let nodes = records.map(({ hash, totalDifficulty }) => sha256(hash, totalDifficulty))
  // A missing element is a chunk of zeros, not a record of zeros.
  let empty: Uint8Array = new Uint8Array(chunkBytes)
  for (let level = 0; level < depth; level++) {
    const above: Uint8Array[] = []
    for (let at = 0; at < nodes.length; at += 2) above.push(sha256(nodes[at] ?? empty, nodes[at + 1] ?? empty))
    nodes = above
    empty = sha256(empty, empty)
  }
  const length = Buffer.alloc(chunkBytes)
  length.writeUInt32LE(records.length)
  return toHex(sha256(nodes[0] ?? empty, length))
}

const sha256 = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  createHash('sha256').update(left).update(right).digest()
