import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

const timesMax = 2n
/** Below this a factor of two means little. */
const tokensMin = 10n

export const otherSupply: Rule = ({ supply }) => {
  if (!supply) return null
  const known = BigInt(supply.known)
  const { reported } = supply
  if (known < tokensMin && reported < tokensMin) return null
  const isOff = known > timesMax * reported || (supply.isCountWhole && reported > timesMax * known)
  return isOff
    ? {
        rule: 'other-supply',
        weight: 35,
        text: `It reports ${reported} tokens, while ${supply.isCountWhole ? '' : 'at least '}${known} have an owner.`,
      }
    : null
}
