import { type NestedUint8Array, RLP } from '@ethereumjs/rlp'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

type Item = Uint8Array | NestedUint8Array

/** One node on the path: `digits` of the key that it consumed, in hex. */
export type TrieStop = { kind: 'branch' | 'extension' | 'leaf'; digits: string; hash: string | null }

export type TrieWalk = {
  stops: TrieStop[]
  /** The bytes at the end, in hex without 0x; null if the path is broken, with the reason in `fault`. */
  value: string | null
  fault: string | null
}

/** The first digit of two-item Merkle-Patricia nodes: the kind, and whether the number of digits is odd. */
const marks = [
  ['extension', 2],
  ['extension', 1],
  ['leaf', 2],
  ['leaf', 1],
] as const

class BrokenPath extends Error {}

/**
 * Follows a key from a root through the given nodes, each of which must have the hash in the node before it. Only the
 * root is trusted. `root` and `key` are hex without 0x, nodes with it.
 */
export const walkTrie = (root: string, key: string, nodes: readonly string[]): TrieWalk => {
  const stops: TrieStop[] = []
  try {
    return { stops, value: follow(root, key, nodes, stops), fault: null }
  } catch (error) {
    // Unreadable RLP also makes a proof invalid.
    return { stops, value: null, fault: error instanceof BrokenPath ? error.message : 'A node cannot be read.' }
  }
}

const follow = (root: string, key: string, nodes: readonly string[], stops: TrieStop[]): string => {
  let rest = key
  let next = 0
  /** The whole node, or the hash of the next one. */
  let reference: Item = hexToBytes(root)
  for (;;) {
    const { node, hash } = open(reference, () => nodes[next++])
    const at = read(node, rest)
    stops.push({ kind: at.kind, digits: at.digits, hash })
    rest = rest.slice(at.digits.length)
    if (at.kind === 'leaf') {
      if (rest !== '') throw new BrokenPath('The path ends at another key.')
      if (next !== nodes.length) throw new BrokenPath('There are nodes that the path does not need.')
      if (!(at.item instanceof Uint8Array)) throw new BrokenPath('The last node has no value.')
      return bytesToHex(at.item)
    }
    reference = at.item
  }
}

const open = (reference: Item, nextNode: () => string | undefined): { node: readonly Item[]; hash: string | null } => {
  if (Array.isArray(reference)) return { node: reference, hash: null }
  const wanted = bytesToHex(reference)
  if (wanted === '') throw new BrokenPath('The path ends before the key does.')
  const encoded = nextNode()
  if (encoded === undefined) throw new BrokenPath(`The node 0x${wanted} is missing.`)
  const bytes = hexToBytes(encoded.slice(2))
  const hash = bytesToHex(keccak_256(bytes))
  if (hash !== wanted) throw new BrokenPath(`A node has the hash 0x${hash}, but 0x${wanted} is expected.`)
  const node = RLP.decode(bytes)
  if (!Array.isArray(node)) throw new BrokenPath('A node is not a list.')
  return { node, hash: `0x${hash}` }
}

const read = (node: readonly Item[], rest: string): { kind: TrieStop['kind']; digits: string; item: Item } => {
  if (node.length === 17) {
    const digit = rest.charAt(0)
    const item = digit === '' ? undefined : node[Number.parseInt(digit, 16)]
    if (item === undefined) throw new BrokenPath('The key ends before the path does.')
    return { kind: 'branch', digits: digit, item }
  }
  const [path, item] = node
  if (node.length !== 2 || !(path instanceof Uint8Array) || item === undefined)
    throw new BrokenPath('A node has neither two nor seventeen parts.')
  const written = bytesToHex(path)
  const mark = marks[Number(`0x${written.charAt(0)}`)]
  if (!mark) throw new BrokenPath('A node has an unknown type.')
  const [kind, from] = mark
  const digits = written.slice(from)
  if (!rest.startsWith(digits)) throw new BrokenPath('The path leads to another key.')
  return { kind, digits, item }
}
