import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { type NotPossible, notPossibleWords } from '#lib/evm/api/block-checks.ts'
import type { ChainRules } from './chain-rules.ts'
import { forkExcuses } from './fork-excuses.ts'
import { hashedHeader } from './header-bytes.ts'
import { orderedTrie } from './ordered-trie.ts'
import { type ProofEntry, proofEntries, rootChoices } from './proof-entries.ts'
import type { Excuses, Raw } from './raw-fields.ts'

/** Bytes with a known hash, or the reason why they are missing. */
type Bytes = { bytes: Hex | null; reason: string | null }
/** A value of one of the block's two tries, with the nodes from the root to it. */
type TriePath = Bytes & { nodes: Hex[] }

/** A proof that a transaction and its receipt are part of a block, for anyone who knows the block's hash. */
export type InclusionProof = { index: number; header: Bytes; transaction: TriePath; receipt: TriePath }

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
