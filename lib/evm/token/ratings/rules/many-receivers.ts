import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

/** Genuine projects pay many receivers at once too: this only counts along with other reasons. */
const receiversMax = 100

export const manyReceivers: Rule = ({ transfers: { receiversAtOnce } }) =>
  receiversAtOnce > receiversMax
    ? { rule: 'many-receivers', weight: 25, text: `One transaction sent it to ${receiversAtOnce} addresses.` }
    : null
