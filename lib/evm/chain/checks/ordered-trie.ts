import { toDigits, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { type NotPossible, notPossibleWords } from '#lib/evm/api/block-checks.ts'
import { forkExcuses, type ProofEntry, proofEntries, rootChoices } from './bloom.ts'
import { type ChainRules, hashedHeader } from './chain-rules.ts'
import { type Excuses, type Raw, rlpBytes, rlpList, rlpQuantity } from './rlp-bytes.ts'

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

type OrderedTrie = {
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

/** Bytes with a known hash, or the reason why they are missing. */
type Bytes = { bytes: Hex | null; reason: string | null }
/** A value of one of the block's two tries, with the nodes from the root to it. */
type TriePath = Bytes & { nodes: Hex[] }

/** A proof that a transaction and its receipt are part of a block, for anyone who knows the block's hash. */
type InclusionProof = { index: number; header: Bytes; transaction: TriePath; receipt: TriePath }

/**
 * The proof of the transaction with that hash, or undefined if it is not in the block. Mismatching steps are included,
 * so that a verifier sees where the proof fails; only steps that cannot be built have a reason instead.
 */
export const inclusionProof = (
  block: Raw,
  receipts: readonly unknown[],
  hash: Hex,
  rules: ChainRules,
): InclusionProof | undefined => {
  const entries = proofEntries(block, receipts, rules)
  const entry = entries.all.find(({ transaction }) => transaction.hash === hash)
  if (!entry) return undefined
  const excuses: Excuses = new Set()
  const header = hashedHeader(block, rules, excuses)
  for (const excuse of forkExcuses(block, entries, rules)) excuses.add(excuse)
  const differs = (name: 'block_hash' | 'transactions_root' | 'receipts_root', others: Excuses): Excuses =>
    rules.differs?.includes(name) ? new Set<NotPossible>(['chain_differs']) : others

  const path = (reported: unknown, digitsOf: (entry: ProofEntry) => string, others: Excuses): TriePath => {
    const choices = rootChoices(entries).map((choice) => ({ choice, trie: orderedTrie(choice.map(digitsOf)) }))
    const matching = choices.find(({ trie }) => toHex(trie.root) === reported)
    const [excuse] = others
    if (!matching && excuse) return { bytes: null, nodes: [], reason: notPossibleWords[excuse] }
    const { choice, trie } = matching ?? choices[0] ?? { choice: [], trie: orderedTrie([]) }
    const index = choice.indexOf(entry)
    if (index < 0)
      return {
        bytes: null,
        nodes: [],
        reason: 'No root of the block covers this transaction: the chain adds it outside the block.',
      }
    return { bytes: `0x${digitsOf(entry)}`, nodes: trie.proof(index).map(toHex), reason: null }
  }

  const [headerExcuse] = differs('block_hash', excuses)
  return {
    index: entries.all.indexOf(entry),
    header:
      header.hash !== block.hash && headerExcuse
        ? { bytes: null, reason: notPossibleWords[headerExcuse] }
        : { bytes: `0x${header.digits}`, reason: null },
    transaction: path(
      block.transactionsRoot,
      (one) => one.transactionDigits,
      differs('transactions_root', entries.transactionExcuses),
    ),
    receipt: path(block.receiptsRoot, (one) => one.receiptDigits, differs('receipts_root', entries.receiptExcuses)),
  }
}
