import { toHex } from '#lib/base/bytes.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import {
  type BlockCheckName,
  blockCheckNames,
  type CheckOutcome,
  type CheckOutcomes,
} from '#lib/evm/api/block-checks.ts'
import { forkExcuses, type ProofEntry, proofEntries, rootChoices } from './bloom.ts'
import { type ChainRules, hashedHeader } from './chain-rules.ts'
import { orderedTrie } from './ordered-trie.ts'
import type { Excuses, Raw } from './rlp-bytes.ts'

/** `reported` is the value in the block, `computed` the recomputed one; null if there is no single value to show. */
type CheckResult = { outcome: CheckOutcome; reported: Hex | null; computed: Hex | null }
export type BlockChecks = Record<BlockCheckName, CheckResult>

/** The bloom is compared where logs are joined with their block; see `checkedBlock`. */
export type BloomResult = 'equal' | 'different' | 'not_said' | 'not_compared'

/**
 * Recomputes the hashes and roots of a block from a node's data. A match cannot be a coincidence, so excuses are only
 * considered for a mismatch: a field omitted by the node, or a type or chain with different rules, makes the check
 * impossible; only an unexplained mismatch is a failure.
 */
export const blockChecks = (
  block: Raw,
  receipts: readonly unknown[],
  bloom: BloomResult,
  rules: ChainRules,
): BlockChecks => {
  const entries = proofEntries(block, receipts, rules)
  const headerExcuses: Excuses = new Set()
  const header = hashedHeader(block, rules, headerExcuses).hash
  for (const excuse of forkExcuses(block, entries, rules)) headerExcuses.add(excuse)
  const wrong = entries.all.find(
    ({ isOutside, transaction, transactionDigits }) => !isOutside && transaction.hash !== hashOf(transactionDigits),
  )
  const { transactionExcuses, receiptExcuses } = entries
  const judge = (name: BlockCheckName, compared: Compared, excuses: Excuses) =>
    judged(compared, rules.differs?.includes(name) ? new Set(['chain_differs' as const]) : excuses)
  const rootCheck = (
    name: BlockCheckName,
    reported: unknown,
    digitsOf: (entry: ProofEntry) => string,
    excuses: Excuses,
  ) => {
    if (!hexOrNull(reported))
      return judge(name, { reported, computed: null, holds: false }, new Set(['field_missing' as const]))
    const roots = rootChoices(entries).map((choice) => toHex(orderedTrie(choice.map(digitsOf)).root))
    const matching = roots.find((root) => root === reported)
    return judge(name, { reported, computed: matching ?? roots[0] ?? null, holds: matching !== undefined }, excuses)
  }
  return {
    block_hash: judge(
      'block_hash',
      { reported: block.hash, computed: header, holds: header === block.hash },
      headerExcuses,
    ),
    transactions_root: rootCheck(
      'transactions_root',
      block.transactionsRoot,
      (entry) => entry.transactionDigits,
      transactionExcuses,
    ),
    transaction_hashes: judge(
      'transaction_hashes',
      {
        reported: wrong?.transaction.hash,
        computed: wrong ? hashOf(wrong.transactionDigits) : null,
        holds: wrong === undefined,
      },
      transactionExcuses,
    ),
    receipts_root: rootCheck('receipts_root', block.receiptsRoot, (entry) => entry.receiptDigits, receiptExcuses),
    logs_bloom: judge('logs_bloom', { reported: null, computed: null, holds: bloom === 'equal' }, bloomExcuses[bloom]),
  }
}

export const outcomesOf = (checks: BlockChecks): CheckOutcomes => ({
  block_hash: checks.block_hash.outcome,
  transactions_root: checks.transactions_root.outcome,
  transaction_hashes: checks.transaction_hashes.outcome,
  receipts_root: checks.receipts_root.outcome,
  logs_bloom: checks.logs_bloom.outcome,
})

/** The checks with an unexplained mismatch. */
export const failedChecks = (outcomes: CheckOutcomes): BlockCheckName[] =>
  blockCheckNames.filter((name) => outcomes[name] === 'failed')

type Compared = { reported: unknown; computed: Hex | null; holds: boolean }

const judged = ({ reported, computed, holds }: Compared, excuses: Excuses): CheckResult => {
  const [excuse] = excuses
  return { outcome: holds ? 'held' : (excuse ?? 'failed'), reported: hexOrNull(reported), computed }
}

const bloomExcuses: Record<BloomResult, Excuses> = {
  equal: new Set(),
  different: new Set(),
  not_said: new Set(['field_missing']),
  not_compared: new Set(['chain_differs']),
}

const hexOrNull = (reported: unknown): Hex | null =>
  typeof reported === 'string' && isHex(reported) && /^0x([0-9a-f]{2})+$/.test(reported) ? reported : null
