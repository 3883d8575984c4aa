/** The ISO time of Aptos microseconds, truncated to milliseconds. */
export const isoOfMicroseconds = (microseconds: string): string =>
  new Date(Number(BigInt(microseconds) / 1_000n)).toISOString()
