/** The bytes of a revert in a node's error: nodes put them into `data`, into an object there, or behind a word. */
export const revertBytes = (data: unknown, depth = 0): Uint8Array => {
  if (typeof data === 'string') {
    const start = data.lastIndexOf('0x')
    const digits = start < 0 ? '' : data.slice(start)
    return /^0x([0-9a-f]{2})*$/i.test(digits) ? Buffer.from(digits.slice(2), 'hex') : new Uint8Array()
  }
  if (depth > 1 || typeof data !== 'object' || data === null) return new Uint8Array()
  for (const key of ['data', 'result', 'originalError'] as const)
    if (key in data) return revertBytes(Object.entries(data).find(([name]) => name === key)?.[1], depth + 1)
  return new Uint8Array()
}
