import { toDigits } from '#lib/base/bytes.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { rlpBytes, rlpList, rlpQuantity } from './rlp-hex.ts'

/*
 * The Merkle-Patricia trie (Ethereum Yellow Paper, appendix D) of a list: the values of a block, each under the RLP of its
 * index. Built from all values at once, unlike in the libraries here: inserting them one by one hashes every node repeatedly.
 */

/** A value and the digits of its key that the nodes above have not used, from `depth` on. */
type Entry = { key: string; value: string }

type TrieNode = {
  bytes: Uint8Array
  /** Its reference in the parent, in RLP: its hash, or the node itself if shorter. */
  reference: string
  /** Key digits from its parent to the point where its children branch. */
  skipped: number
  /** By the digit of the key; a leaf has none. */
  children: Map<string, TrieNode>
}

export type OrderedTrie = {
  root: Uint8Array
  /** The nodes from the root to a value; nodes embedded in their parent are part of it. */
  proof: (index: number) => Uint8Array[]
}

const hashBytes = 32

/** Values in hex digits, in the order of the block. */
export const orderedTrie = (values: readonly string[]): OrderedTrie => {
  const entries = values.map((value, index) => ({ key: rlpQuantity(index.toString(16)), value }))
  const root = entries.length === 0 ? emptyNode : nodeOf(entries, 0)
  return { root: keccak256(root.bytes), proof: (index) => nodesTo(root, rlpQuantity(index.toString(16))) }
}

const nodeOf = (entries: readonly Entry[], depth: number): TrieNode => {
  const [first] = entries
  if (first && entries.length === 1) {
    const digits = rlpList(rlpBytes(compact(first.key.slice(depth), leafMark)) + rlpBytes(first.value))
    return finished(digits, 0, new Map())
  }
  const parting = depth + sharedDigits(entries, depth)
  const children = new Map<string, TrieNode>()
  for (const [digit, group] of Map.groupBy(entries, ({ key }) => key.charAt(parting)))
    children.set(digit, nodeOf(group, parting + 1))
  const references = keyDigits.map((digit) => children.get(digit)?.reference ?? none)
  // No key of a list is a prefix of another, so a branch never has a value of its own.
  const branch = rlpList(references.join('') + none)
  if (parting === depth) return finished(branch, 0, children)
  const path = rlpBytes(compact(first?.key.slice(depth, parting) ?? '', extensionMark))
  const below = finished(branch, 0, children)
  return {
    ...finished(rlpList(path + below.reference), parting - depth, new Map()),
    children: new Map([['', below]]),
  }
}

const finished = (digits: string, skipped: number, children: TrieNode['children']): TrieNode => {
  const bytes = Buffer.from(digits, 'hex')
  const reference = bytes.length < hashBytes ? digits : rlpBytes(toDigits(keccak256(bytes)))
  return { bytes, reference, skipped, children }
}

const keyDigits = [...'0123456789abcdef']
/** RLP of nothing. */
const none = '80'
const emptyNode = finished(none, 0, new Map())
const extensionMark = 0
const leafMark = 2

/** Hex-prefix encoding: the kind of node, and whether the number of digits is odd. */
const compact = (digits: string, mark: number): string =>
  digits.length % 2 === 0 ? `${mark}0${digits}` : `${mark + 1}${digits}`

const sharedDigits = (entries: readonly Entry[], depth: number): number => {
  const key = entries[0]?.key ?? ''
  let shared = key.length - depth
  for (const entry of entries) {
    let same = 0
    while (same < shared && entry.key.charCodeAt(depth + same) === key.charCodeAt(depth + same)) same++
    shared = same
  }
  return shared
}

const nodesTo = (root: TrieNode, key: string): Uint8Array[] => {
  const nodes: Uint8Array[] = []
  let at = 0
  for (let node: TrieNode | undefined = root; node; ) {
    if (node === root || node.bytes.length >= hashBytes) nodes.push(node.bytes)
    const below: TrieNode | undefined = node.children.get('')
    at += below ? node.skipped : 0
    node = below ?? node.children.get(key.charAt(at++))
  }
  return nodes
}
