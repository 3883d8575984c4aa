import { type NestedUint8Array, RLP } from '@ethereumjs/rlp'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

type Item = Uint8Array | NestedUint8Array

/** One node on the path: `digits` of the key that it consumed, in hex. */
type TrieStop = { kind: 'branch' | 'extension' | 'leaf'; digits: string; hash: string | null }

type TrieWalk = {
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
const walkTrie = (root: string, key: string, nodes: readonly string[]): TrieWalk => {
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

export type VerifiableProof = Output<EvmExplorerApi['evmTransactionProof']>

export type ProofStep = {
  name: 'transaction_hash' | 'block_hash' | 'transaction_path' | 'receipt_path'
  outcome: 'held' | 'failed' | 'not_possible'
  /** Why it is not possible, or where it failed. */
  reason: string | null
  /** The expected value, and the computed one. */
  wanted: string | null
  found: string | null
  /** The nodes from the root of a trie on. */
  stops: TrieStop[]
}

/** Indexes of a header's RLP list. */
const transactionsRootAt = 4
const receiptsRootAt = 5

/** The verifier's own input: nothing in the proof itself is trusted. */
type Expected = { transactionHash: string; blockHash: string }

/** Every step of the proof, each checked whether or not the earlier ones passed. */
export const verifyProof = (proof: VerifiableProof, expected: Expected): ProofStep[] => {
  const { header, transaction, receipt } = proof
  const roots = rootsOf(header.bytes)
  const key = bytesToHex(RLP.encode(proof.transaction_index))
  return [
    hashStep('transaction_hash', transaction, expected.transactionHash),
    hashStep('block_hash', header, expected.blockHash),
    pathStep('transaction_path', transaction, roots?.transactions, key),
    pathStep('receipt_path', receipt, roots?.receipts, key),
  ]
}

type Said = { bytes: string | null; reason: string | null }

const hashStep = (name: ProofStep['name'], { bytes, reason }: Said, wanted: string): ProofStep => {
  if (bytes === null) return notPossible(name, reason)
  const found = hashOf(bytes)
  const isHeld = found === wanted
  return { name, outcome: isHeld ? 'held' : 'failed', reason: null, wanted, found, stops: [] }
}

const pathStep = (
  name: ProofStep['name'],
  { bytes, reason, nodes }: Said & { nodes: string[] },
  root: string | undefined,
  key: string,
): ProofStep => {
  if (bytes === null) return notPossible(name, reason)
  if (root === undefined) return notPossible(name, 'The roots are missing, because there is no header.')
  const { stops, value, fault } = walkTrie(root, key, nodes)
  const isHeld = `0x${value}` === bytes
  const broken = fault ?? (isHeld ? null : 'The proof ends in different data.')
  return {
    name,
    outcome: isHeld ? 'held' : 'failed',
    reason: broken,
    wanted: `0x${root}`,
    found: stops[0]?.hash ?? null,
    stops,
  }
}

const notPossible = (name: ProofStep['name'], reason: string | null): ProofStep => ({
  name,
  outcome: 'not_possible',
  reason,
  wanted: null,
  found: null,
  stops: [],
})

const rootsOf = (header: string | null): { transactions: string; receipts: string } | undefined => {
  if (header === null) return undefined
  try {
    const fields = RLP.decode(hexToBytes(header.slice(2)))
    const [transactions, receipts] = [transactionsRootAt, receiptsRootAt].map((at) => fields[at])
    if (!(transactions instanceof Uint8Array && receipts instanceof Uint8Array)) return undefined
    return { transactions: bytesToHex(transactions), receipts: bytesToHex(receipts) }
  } catch {
    return undefined
  }
}

const hashOf = (bytes: string): string | null => {
  try {
    return `0x${bytesToHex(keccak_256(hexToBytes(bytes.slice(2))))}`
  } catch {
    return null
  }
}
