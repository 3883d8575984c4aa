/** An Aptos address of a path segment, short (`0x1`) or long, in its long form; undefined if it is not one. */
export const aptosAddress = (segment: string): string | undefined =>
  /^0x[0-9a-f]{1,64}$/i.test(segment) ? `0x${segment.slice(2).toLowerCase().padStart(64, '0')}` : undefined
