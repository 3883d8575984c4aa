import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits. A token grants access, so only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Tokens are long and random: a slow hash would gain nothing. */
export const hashToken = (token: string): Uint8Array => Uint8Array.from(createHash('sha256').update(token).digest())
