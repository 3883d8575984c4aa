import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

/** One token may have moved since the index was read. */
const differingMin = 2

export const otherOwners: Rule = ({ owners }) =>
  owners && owners.differing >= differingMin && owners.differing * 2 >= owners.checked
    ? {
        rule: 'other-owners',
        weight: 60,
        text: `Of ${owners.checked} checked tokens, ${owners.differing} have a different owner than its events show.`,
      }
    : null
