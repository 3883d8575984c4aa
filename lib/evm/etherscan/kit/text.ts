import { toHex } from '#lib/base/bytes.ts'

/** Hex of bytes that the database may have formatted already; empty text for none. */
export const hexText = (bytes: Uint8Array | string | null): string =>
  bytes === null ? '' : typeof bytes === 'string' ? bytes : toHex(bytes)

export const confirmationsOf = (block: number, head: number): string => String(Math.max(0, head - block + 1))

const selectorLength = 10

/** The first four bytes of calldata. */
export const methodIdOf = (input: string): string =>
  input.length < selectorLength ? '0x' : input.slice(0, selectorLength)
