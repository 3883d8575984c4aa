import { RLP } from '@ethereumjs/rlp'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { type TrieStop, walkTrie } from './trie-path.ts'

export type TransactionProof = Output<EvmExplorerApi['evmTransactionProof']>

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
export const verifyProof = (proof: TransactionProof, expected: Expected): ProofStep[] => {
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
  const broken = fault ?? (isHeld ? null : 'The path leads to other bytes than the ones shown.')
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
