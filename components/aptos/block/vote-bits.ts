const bytesMax = 1_024

/**
 * The indices of set bits of a validator bit vector, which full nodes write as a list of bytes. The first is the highest
 * bit of the first byte.
 */
export const voteBits = (bytes: readonly unknown[]): number[] =>
  bytes
    .slice(0, bytesMax)
    .flatMap((byte, at) =>
      typeof byte === 'number'
        ? Array.from({ length: 8 }, (_, bit) => bit).flatMap((bit) => (byte & (0x80 >> bit) ? [at * 8 + bit] : []))
        : [],
    )
