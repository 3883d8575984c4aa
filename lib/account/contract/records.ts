import * as z from 'zod'
import { record, text, timestamp } from '#lib/api/record.ts'
import { isFields } from '#lib/base/is-fields.ts'

export const challenge = record({
  id: text().describe("17 alphanumerics; a secret between this server and the caller's own."),
  message: text().describe('What the account has to sign, byte by byte.'),
  profileId: text().describe('The same for every challenge of an address.'),
})

/** Releases of the hosted service name the network in one of two ways, and omit an empty list. */
const withBothNames = (body: unknown): unknown => {
  if (!isFields(body) || (body.network === undefined && body.chainId === undefined)) return body
  const { network = body.chainId === 2 ? 'testnet' : 'mainnet', chainId = network === 'testnet' ? 2 : 1 } = body
  return { ...body, network, chainId, resources: body.resources ?? [] }
}

/** The fields that the message of every ledger has. */
const verifiedFields = {
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
}

const signInRecord = record({
  ...verifiedFields,
  chainId: z.int().describe('1 is mainnet, 2 testnet: the older name of `network`.'),
  network: z.enum(['mainnet', 'testnet']),
  address: text(),
  publicKey: text(),
})

export const signIn = z.preprocess(withBothNames, signInRecord)

const withResources = (body: unknown): unknown =>
  isFields(body) && body.id !== undefined ? { ...body, resources: body.resources ?? [] } : body

const evmSignInRecord = record({
  ...verifiedFields,
  chainId: z.int().describe('The chain that the message names. A contract may have another owner on another chain.'),
  address: text().describe('With the checksum of EIP-55.'),
})

export const evmSignIn = z.preprocess(withResources, evmSignInRecord)
