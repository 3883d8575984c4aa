import { domain, sha3 } from './hashes.ts'

export const placeholderHash = Buffer.from('ACCUMULATOR_PLACEHOLDER_HASH'.padEnd(32, '\0'), 'latin1')

export type Accumulator = { append(leaf: Uint8Array): void; root(): Buffer }

/** Aptos' append-only merkle accumulator. `kind` names the hash domain: TransactionAccumulator, EventAccumulator. */
export function accumulator(kind: string): Accumulator {
  const prefix = domain(kind)
  const node = (left: Uint8Array, right: Uint8Array) => sha3(prefix, left, right)
  /** Roots of the full subtrees, by height; absent where the leaf count has a zero bit. */
  const full: (Buffer | undefined)[] = []
  return {
    append(leaf) {
      let carried: Buffer = Buffer.from(leaf)
      let height = 0
      for (let left = full[height]; left; left = full[height]) {
        carried = node(left, carried)
        full[height++] = undefined
      }
      full[height] = carried
    },
    root() {
      const top = full.findLastIndex((peak) => peak !== undefined)
      let partial: Buffer | undefined
      for (let height = 0; height <= top; height++) {
        const peak = full[height]
        if (height === top && !partial && peak) return peak
        if (peak) partial = node(peak, partial ?? placeholderHash)
        else if (partial) partial = node(partial, placeholderHash)
      }
      return partial ?? placeholderHash
    },
  }
}
