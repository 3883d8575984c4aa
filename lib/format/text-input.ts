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
  const end = 2 + 2 * bytesMax
  const bytes = input.slice(2, end).replace(/../g, '%$&')
  try {
    // The last character may be cut.
    const text = decodeURIComponent(input.length > end ? bytes.replace(/%[c-f].(%[89ab].){0,3}$/i, '') : bytes)
    return /^[\P{C}\t\r\n]+$/u.test(text)
  } catch {
    return false
  }
}
