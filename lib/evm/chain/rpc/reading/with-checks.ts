import { isFields } from '#lib/base/is-fields.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { type BloomResult, blockChecks, failedChecks, outcomesOf } from '#lib/evm/chain/checks/block-checks.ts'
import type { ChainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'

export type ProofOptions = {
  rules: ChainRules
  /**
   * Whether a block that fails a check is refused: it is then requested from another node, and indexing stops if there
   * is none.
   */
  refuse: boolean
}

/** The node's unmodified response. */
type NodeAnswers = { block: unknown; receipts: unknown; bloom: BloomResult }

/** Adds the results of a block's checks. @throws InconsistentAnswer for a block to be refused. */
export const withChecks = (block: EvmBlock, answers: NodeAnswers, { rules, refuse }: ProofOptions): EvmBlock => {
  if (!isFields(answers.block)) return block
  const receipts = Array.isArray(answers.receipts) ? answers.receipts : []
  const checks = outcomesOf(blockChecks(answers.block, receipts, answers.bloom, rules))
  const failed = failedChecks(checks)
  if (refuse && failed.length > 0)
    throw new InconsistentAnswer(
      `block ${block.number} (${block.hash}) whose ${failed.join(', ')} cannot be recomputed`,
    )
  return { ...block, checks }
}
