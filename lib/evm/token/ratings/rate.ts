import type { ContractEvidence, Reason, Rule } from './evidence.ts'
import { famousReceivers } from './rules/famous-receivers.ts'
import { hiddenMarks } from './rules/hidden-marks.ts'
import { lookAlike } from './rules/look-alike.ts'
import { manyReceivers } from './rules/many-receivers.ts'
import { mixedScripts } from './rules/mixed-scripts.ts'
import { otherOwners } from './rules/other-owners.ts'
import { otherSupply } from './rules/other-supply.ts'
import { silentReceivers } from './rules/silent-receivers.ts'
import { tokenWords, words } from './rules/words.ts'

const rules: readonly Rule[] = [
  words,
  tokenWords,
  hiddenMarks,
  mixedScripts,
  lookAlike,
  manyReceivers,
  silentReceivers,
  famousReceivers,
  otherOwners,
  otherSupply,
]

export type Rating = {
  /** 0 to 100: how likely it is spam. */
  score: number
  /** Highest weight first. */
  reasons: Reason[]
}

export const rateContract = (evidence: ContractEvidence): Rating => {
  const reasons = rules.flatMap((rule) => rule(evidence) ?? []).sort((a, b) => b.weight - a.weight)
  return {
    score: Math.min(
      100,
      reasons.reduce((sum, { weight }) => sum + weight, 0),
    ),
    reasons,
  }
}
