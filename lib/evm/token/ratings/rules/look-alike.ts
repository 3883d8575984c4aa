import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

/** Symbols are short, and shared by honest tokens. */
const weights = { name: 60, symbol: 25 } as const

export const lookAlike: Rule = ({ lookAlike: found }) =>
  found && {
    rule: 'look-alike',
    weight: weights[found.by],
    text: `It has the ${found.by} of ${found.title}, which has another address.`,
  }
