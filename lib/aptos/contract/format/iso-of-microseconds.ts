/** The ISO time of Aptos's microseconds, cut to milliseconds. */
export const isoOfMicroseconds = (microseconds: string): string =>
  new Date(Number(BigInt(microseconds) / 1_000n)).toISOString()
