import * as z from 'zod'
import { endpoint, endpointsOf, type Input } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { evmRequestEndpoint, evmVerifyEndpoint } from './evm-endpoints.ts'
import * as params from './params.ts'
import { challenge, signIn } from './records.ts'
import { signInRoot } from './root.ts'

const tag = 'Sign-in'

const account = '0xe96f2cda136f1560cf10dd8e997131ec2a3dc62c874c58fa42e5aa3fe0b9581e'
const accountKey = '0x1239790c9b2967d4f42a6bf34cc7a67cc1121ee5b028c817bd6dfffc2c1fc3ee'
const profile = '0x1900eab6c028483d7126599ee6f50de0d27907b5c65fa90524580b4b0f9852b0'
const exampleMessage = [
  'explorer.example wants you to sign in with your Aptos account:',
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

const challengeInput = z
  .object({
    domain: params.domain().describe('The host that requests the sign-in.'),
    uri: params.uri().describe('The URL that the sign-in is for.'),
    address: params.address().describe('The account that signs.'),
    publicKey: params
      .publicKey()
      .describe("The account's public key, as its wallet or the SDK writes it: signatures are checked against it."),
    network: parameters
      .oneOf(['mainnet', 'testnet'])
      .optional()
      .describe('The network of the account. Either this or `chainId` is required.'),
    chainId: params.chainId().optional().describe('The older name of `network`: 1 is mainnet, 2 testnet.'),
    timeout: params.timeout().describe('Seconds until the challenge expires.'),
    statement: params.statement().optional().describe('A sentence that the person signing reads.'),
    expirationTime: params.moment().optional().describe('When the signed message expires.'),
    notBefore: params.moment().optional().describe('When the signed message becomes valid.'),
    resources: params.resources().optional().describe('What the sign-in gives access to.'),
  })
  .superRefine(({ network, chainId }, context) => {
    if (network === undefined && chainId === undefined)
      context.addIssue({ code: 'custom', path: ['network'], message: "is required: expected 'mainnet', 'testnet'" })
    if (network !== undefined && chainId !== undefined && network !== networkOf({ chainId }))
      context.addIssue({ code: 'custom', path: ['chainId'], message: 'is not the chain id of `network`' })
  })

/** The challenge requests and verifications, the sign-in API. Server only; browsers use its routes and its type. */
export const signInApi = endpointsOf(signInRoot, {
  requestChallenge: endpoint({
    method: 'POST',
    path: '/challenge/request/aptos',
    success: 201,
    summary: 'Request a challenge for Aptos',
    description:
      'Creates the message that an account signs to prove control. It can be verified once, before ' +
      '`timeout` seconds have passed, by the caller who requested it. Keep `id` on your server.',
    tag,
    input: challengeInput,
    output: challenge,
    example: {
      input: {
        domain: 'explorer.example',
        uri: 'https://explorer.example/',
        address: account,
        publicKey: accountKey,
        network: 'mainnet',
        timeout: 120,
        statement: 'Please confirm',
        expirationTime: '2023-08-18T12:00:00.000Z',
      },
      output: { id: 'fRyt67D3eRss3RrXa', message: exampleMessage, profileId: profile },
    },
  }),
  verifyChallenge: endpoint({
    method: 'POST',
    path: '/challenge/verify/aptos',
    success: 201,
    summary: 'Verify a challenge for Aptos',
    description:
      'Checks that the account of the challenge signed it, and returns the challenge. `message` is the challenge, or the ' +
      'full message that the wallet built from it; `signature` covers exactly this text. The key must be the one that the ' +
      'account currently has on chain. A challenge can be used once; an unknown, expired or used challenge or a wrong signature ' +
      'returns 400; 503 means that no full node could confirm the key.',
    tag,
    input: z.object({
      message: params.message().describe('The signed message, unchanged.'),
      signature: params.signature().describe("The account's signature, in hex."),
    }),
    output: signIn,
    example: {
      input: { message: exampleMessage, signature: `0x${'4f'.repeat(64)}` },
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
        network: 'mainnet',
        address: account,
        publicKey: accountKey,
      },
    },
  }),
  requestEvmChallenge: evmRequestEndpoint,
  verifyEvmChallenge: evmVerifyEndpoint,
})

export type SignInApi = typeof signInApi

/** The network of a challenge request, from either parameter. */
export const networkOf = (input: Partial<Pick<Input<SignInApi['requestChallenge']>, 'network' | 'chainId'>>) =>
  input.network ?? (input.chainId === 2 ? 'testnet' : 'mainnet')
