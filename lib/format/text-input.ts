/** `0x` and the four bytes of a selector: an input of this length may be a call without arguments. */
const selectorLength = 10
/** Maximum number of bytes examined. */
const bytesMax = 256

/**
 * Whether the input of a transaction is text, such as an inscription `data:,{"p":"erc-20"…`: printable UTF-8 that is longer than a
 * selector. The arguments of a call have zero bytes in practice.
 */
export const isTextInput = (input: string): boolean => {
  if (input.length <= selectorLength) return false
  const pairs = input.slice(2, 2 + 2 * bytesMax).match(/../g) ?? []
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
      // The last character may be cut.
      { stream: input.length > 2 + 2 * bytesMax },
    )
    return /^[\P{C}\t\r\n]+$/u.test(text)
  } catch {
    return false
  }
}
