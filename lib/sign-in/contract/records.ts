import * as z from 'zod'
import { record, text, timestamp } from '#lib/api/record.ts'

export const challenge = record({
  /** 17 alphanumerics; a secret between this server and the caller's own. */
  id: text(),
  /** What the account has to sign, byte by byte. */
  message: text(),
  /** The same for every challenge of an address. */
  profileId: text(),
})

export const signIn = record({
  id: text(),
  domain: text(),
  statement: text().nullable(),
  uri: text(),
  expirationTime: timestamp().nullable(),
  notBefore: timestamp().nullable(),
  resources: z.array(text()),
  version: text(),
  nonce: text(),
  profileId: text(),
  /** 1 is mainnet, 2 testnet: the older name of `network`. */
  chainId: z.int(),
  network: z.enum(['mainnet', 'testnet']),
  address: text(),
  publicKey: text(),
})

export type Challenge = z.output<typeof challenge>
export type SignIn = z.output<typeof signIn>
