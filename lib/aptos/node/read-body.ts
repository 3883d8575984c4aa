/** A body that is longer than it may be. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * Reads a body of at most `bytesMax` bytes as text. `onChunk` hears of every part, so that a caller can tell a slow body
 * from a standing one.
 */
export const readBody = async (response: Response, bytesMax: number, onChunk: () => void): Promise<string> => {
  if (Number(response.headers.get('content-length')) > bytesMax) {
    await response.body?.cancel()
    throw new BodyTooLarge()
  }
  const decoder = new TextDecoder()
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new BodyTooLarge()
    parts.push(decoder.decode(chunk, { stream: true }))
    onChunk()
  }
  parts.push(decoder.decode())
  return parts.join('')
}
