import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

const famousMin = 3

/** Minted to widely watched wallets, so that it seems to belong to their owners. */
export const famousReceivers: Rule = ({ transfers: { famousReceivers: famous } }) =>
  famous >= famousMin
    ? { rule: 'famous-receivers', weight: 35, text: `It was minted to ${famous} well-known addresses.` }
    : null
