import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits that mean nothing: whoever has them is let in, so that the store keeps only their hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Tokens are long and random: a slow hash would only cost time. */
export const hashToken = (token: string): Uint8Array => Uint8Array.from(createHash('sha256').update(token).digest())
