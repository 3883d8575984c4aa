/** A royalty in per cent with four decimals, rounded down; undefined for a denominator of 0, which a creator may set. */
export const royaltyPercent = (numerator: string, denominator: string): number | undefined =>
  BigInt(denominator) === 0n ? undefined : Number((BigInt(numerator) * 1_000_000n) / BigInt(denominator)) / 10_000
