import type { Rule } from '#lib/evm/ratings/evidence.ts'

const timesMax = 2n
/** Below this a factor of two means little. */
const tokensMin = 10n

export const otherSupply: Rule = ({ supply }) => {
  if (!supply) return null
  const known = BigInt(supply.known)
  const { told } = supply
  if (known < tokensMin && told < tokensMin) return null
  const isOff = known > timesMax * told || (supply.isCountWhole && told > timesMax * known)
  return isOff
    ? {
        rule: 'other-supply',
        weight: 35,
        text: `It reports ${told} tokens, while ${supply.isCountWhole ? '' : 'at least '}${known} have an owner.`,
      }
    : null
}
