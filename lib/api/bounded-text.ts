/**
 * Reads a body as UTF-8 text of at most `bytesMax` bytes, counted while it streams (after decompression), so that
 * nobody can make us hold more. `undefined` when there is more; the rest is then not read.
 * @throws TypeError when the bytes are not UTF-8.
 */
export const readBoundedText = async (
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<string | undefined> => {
  if (body === null) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = body.getReader()
  let bytes = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > bytesMax) {
      // Not awaited: a stream may take its time to end, and nobody waits for what it says.
      reader.cancel().catch(() => undefined)
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
