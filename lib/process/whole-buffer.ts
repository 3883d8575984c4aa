/** The bytes in a buffer of their own: a transferred buffer must not have others. */
export const wholeBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength
    ? new Uint8Array(bytes.buffer)
    : Uint8Array.from(bytes)
