/** The address of a path segment in lower case; undefined if it is not one. */
export const walletAddress = (segment: string): string | undefined =>
  /^0x[0-9a-f]{40}$/i.test(segment) ? segment.toLowerCase() : undefined
