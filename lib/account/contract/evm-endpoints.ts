import * as z from 'zod'
import { endpoint } from '#lib/api/endpoint.ts'
import * as ethereumParams from './ethereum-params.ts'
import * as params from './params.ts'
import { challenge, evmSignIn } from './records.ts'

const tag = 'Sign-in'

const account = '0x57af6B90c2237d2F888bf4CAe56f25FE1b14e531'
const profile = '0xf103d87c794a2fd878ef6702602a6ec67cfb815e6ae2306ddd54dc9d8c515653'
const exampleMessage = [
  'explorer.example wants you to sign in with your Ethereum account:',
  account,
  '',
  'Please confirm',
  '',
  'URI: https://explorer.example/',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: DbU1DCTmdzR4lg3wi',
  'Issued At: 2023-08-18T11:58:00.000Z',
  'Expiration Time: 2023-08-18T12:00:00.000Z',
].join('\n')

export const evmRequestEndpoint = endpoint({
  method: 'POST',
  path: '/challenge/request/evm',
  success: 201,
  summary: 'Request a challenge for an EVM chain',
  description:
    'Creates the message of EIP-4361 (Sign-In with Ethereum) that an account signs with `personal_sign` to prove control. ' +
    'It can be verified once, before `timeout` seconds have passed, by the caller who requested it. Keep `id` on your server.',
  tag,
  input: z.object({
    domain: params.domain().describe('The host that requests the sign-in.'),
    uri: params.uri().describe('The URL that the sign-in is for.'),
    address: ethereumParams.address().describe('The account that signs.'),
    chainId: ethereumParams
      .chainId()
      .describe('A chain that is served here. The account of a contract wallet must be on it.'),
    timeout: params.timeout().describe('Seconds until the challenge expires.'),
    statement: ethereumParams.statement().optional().describe('A sentence that the person signing reads.'),
    expirationTime: params.moment().optional().describe('When the signed message expires.'),
    notBefore: params.moment().optional().describe('When the signed message becomes valid.'),
    resources: params.resources().optional().describe('What the sign-in gives access to.'),
  }),
  output: challenge,
  example: {
    input: {
      domain: 'explorer.example',
      uri: 'https://explorer.example/',
      address: account,
      chainId: 1,
      timeout: 120,
      statement: 'Please confirm',
      expirationTime: '2023-08-18T12:00:00.000Z',
    },
    output: { id: 'fRyt67D3eRss3RrXa', message: exampleMessage, profileId: profile },
  },
})

export const evmVerifyEndpoint = endpoint({
  method: 'POST',
  path: '/challenge/verify/evm',
  success: 201,
  summary: 'Verify a challenge for an EVM chain',
  description:
    'Checks that the account of the challenge signed it, and returns the challenge. A key signs with 65 bytes, or 64 as in ' +
    'EIP-2098; any other signature is checked by the contract of the account, on the chain that the message names (EIP-1271). ' +
    'Wallets that are not deployed there yet (EIP-6492) are refused. A challenge can be used once; an unknown, expired or used ' +
    'challenge or a wrong signature returns 400; 503 means that no node could ask the contract.',
  tag,
  input: z.object({
    message: params.message().describe('The signed message, unchanged.'),
    signature: ethereumParams.signature().describe("The account's signature, in hex."),
  }),
  output: evmSignIn,
  example: {
    input: { message: exampleMessage, signature: `0x${'4f'.repeat(64)}1b` },
    output: {
      id: 'fRyt67D3eRss3RrXa',
      domain: 'explorer.example',
      statement: 'Please confirm',
      uri: 'https://explorer.example/',
      expirationTime: '2023-08-18T12:00:00.000Z',
      notBefore: null,
      resources: [],
      version: '1',
      nonce: 'DbU1DCTmdzR4lg3wi',
      profileId: profile,
      chainId: 1,
      address: account,
    },
  },
})
