import type { Rule } from '#lib/evm/ratings/evidence.ts'

const famousMin = 3

/** Minted to those whose wallets people watch, so that it seems to be theirs. */
export const famousReceivers: Rule = ({ transfers: { famousReceivers: famous } }) =>
  famous >= famousMin
    ? { rule: 'famous-receivers', weight: 35, text: `It was minted to ${famous} well-known addresses.` }
    : null
