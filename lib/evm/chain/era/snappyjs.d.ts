declare module 'snappyjs' {
  /** @throws Error if the bytes are not valid, or would be longer than `maxLength`. */
  export const uncompress: (compressed: Buffer, maxLength?: number) => Buffer
  export const compress: (bytes: Buffer) => Buffer
}
