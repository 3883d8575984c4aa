/** The place of a token movement: within a chain, higher places are newer. */
export type TokenPlace = { block_number: number; log_index: number; batch_index: number }

/** Negative when `a` is the older one. */
export const compareTokenPlaces = (a: TokenPlace, b: TokenPlace): number =>
  a.block_number - b.block_number || a.log_index - b.log_index || a.batch_index - b.batch_index
