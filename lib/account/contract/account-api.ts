import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, record, text } from '#lib/api/record.ts'
import * as accountParams from './account-params.ts'
import * as records from './account-records.ts'
import * as ethereumParams from './ethereum-params.ts'
import * as params from './params.ts'
import { accountRoot } from './root.ts'

const tag = 'Account'
const labelMax = 64
const keyNameMax = 60
const hoursMax = 35 * 24
const hoursDefault = 7 * 24

const address = '0xe96f2cda136f1560cf10dd8e997131ec2a3dc62c874c58fa42e5aa3fe0b9581e'
const publicKey = '0x1239790c9b2967d4f42a6bf34cc7a67cc1121ee5b028c817bd6dfffc2c1fc3ee'
const ethereumAddress = '0x57af6B90c2237d2F888bf4CAe56f25FE1b14e531'
const contract = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const at = '2023-08-18T12:00:00.000Z'
const later = '2023-09-01T12:00:00.000Z'
const message = 'explorer.example wants you to sign in with your Aptos account:\n…'
const signature = `0x${'4f'.repeat(64)}`
const signedIn = { address, network: 'mainnet', signedInAt: at, expiresAt: later }
const key = {
  ...{ id: 'aB3dE5fG7hI9', name: 'tax tool', hint: 'sg_q7w', perSecond: 10, scopes: ['evm', 'export'] },
  ...{ createdAt: at, expiresAt: null, lastUsedAt: null },
}
const browser = { browser: 'Firefox on Linux', ipNetwork: '203.0.113.7' }
const pastSession = { ...browser, network: 'mainnet', createdAt: at, lastSeenAt: at, expiresAt: later }
const event = { at, kind: 'signed_in', subject: null, ...browser } as const
const note = { kind: 'collection', chain: 'eth', subject: contract, label: 'mine', isWatched: true } as const

const started = record({
  message: text().describe('What the wallet signs.'),
  nonce: text().nullable().describe('Of the message: wallets of Aptos ask for it.'),
  expiresInSeconds: count(),
})
const startedExample = { message, nonce: 'DbU1DCTmdzR4lg3wi', expiresInSeconds: 120 }
const finished = record({ account: records.signedIn, next: text().describe('The path to go to, on this site.') })
const finishedExample = { account: signedIn, next: '/eth' }
const next = () => parameters.text({ max: 4_000 }).optional().describe('The path to return to.')
const nobody = record({ account: z.null() })
const nothing = z.object({})
const revoked = record({ revoked: text() })
const keyId = () => accountParams.keyId().describe('The id of the key.')

const subjectFields = {
  kind: parameters.oneOf(records.noteKinds).describe('What it is.'),
  chain: accountParams.noteChain().describe('Its chain.'),
  subject: accountParams.noteSubject().describe('Its address; for a token the address and the id.'),
}
const namesItsKind = { path: ['subject'], error: 'is not an address, or a token as address/id' }

/**
 * The endpoints of the sign-in page and the account page. They are for pages of this site alone: requests must come from its origin, and
 * the session is a cookie that scripts cannot read.
 *
 * Signing in takes two calls: the page connects a wallet, asks `start` for a message, has the wallet sign it, and sends message and
 * signature to `finish` unchanged. After `finish`, 400 means to start again with a new challenge, 503 that the same body can be sent again.
 */
export const accountApi = endpointsOf(accountRoot, {
  signedInAccount: endpoint({
    path: '/me',
    summary: 'Get the signed-in account',
    description: 'The account that is signed in with this browser.',
    tag,
    input: nothing,
    output: record({ account: records.signedIn.nullable() }),
    example: { input: {}, output: { account: signedIn } },
  }),
  startSignIn: endpoint({
    method: 'POST',
    path: '/start',
    summary: 'Start signing in with Aptos',
    description: 'Creates a challenge for an account, and ties it to this browser with a cookie.',
    tag,
    input: z.object({
      address: params.address().describe('The account that signs.'),
      publicKey: params.publicKey().describe('Its public key, as the wallet writes it.'),
      network: parameters.oneOf(['mainnet', 'testnet']).describe('The network of the account.'),
    }),
    output: started,
    example: { input: { address, publicKey, network: 'mainnet' }, output: startedExample },
  }),
  startEvmSignIn: endpoint({
    method: 'POST',
    path: '/start/evm',
    summary: 'Start signing in with Ethereum',
    description: 'Creates a challenge of EIP-4361 for an account, and ties it to this browser with a cookie.',
    tag,
    input: z.object({
      address: ethereumParams.address().describe('The account that signs.'),
      chainId: ethereumParams.chainId().describe('A chain that is served here.'),
    }),
    output: started,
    example: { input: { address: ethereumAddress, chainId: 1 }, output: startedExample },
  }),
  finishSignIn: endpoint({
    method: 'POST',
    path: '/finish',
    summary: 'Finish signing in with Aptos',
    description: 'Checks the signature of the challenge that this browser started, and begins a session.',
    tag,
    input: z.object({
      message: params.message().describe('The full message that the wallet signed.'),
      signature: params.signature().describe('Its signature.'),
      next: next(),
    }),
    output: finished,
    example: { input: { message, signature, next: '/eth' }, output: finishedExample },
  }),
  finishEvmSignIn: endpoint({
    method: 'POST',
    path: '/finish/evm',
    summary: 'Finish signing in with Ethereum',
    description: 'Checks the signature of the challenge that this browser started, and begins a session.',
    tag,
    input: z.object({
      message: params.message().describe('The message that was signed with `personal_sign`.'),
      signature: ethereumParams.signature().describe('Its signature.'),
      next: next(),
    }),
    output: finished,
    example: { input: { message, signature, next: '/eth' }, output: finishedExample },
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    summary: 'Sign out',
    description: 'Ends the session of this browser.',
    tag,
    input: nothing,
    output: nobody,
    example: { input: {}, output: { account: null } },
  }),
  signOutEverywhere: endpoint({
    method: 'POST',
    path: '/sign-out-everywhere',
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the account.',
    tag,
    input: nothing,
    output: nobody.extend({ sessions: count().describe('How many were ended.') }),
    example: { input: {}, output: { account: null, sessions: 2 } },
  }),
  accountSessions: endpoint({
    path: '/sessions',
    summary: 'Get sessions',
    description: 'The browsers in which the account is signed in.',
    tag,
    input: nothing,
    output: record({ sessions: z.array(records.accountSession) }),
    example: {
      input: {},
      output: {
        sessions: [{ id: 'k_3dE5fG7hI9', isCurrent: true, ...pastSession }],
      },
    },
  }),
  endAccountSession: endpoint({
    method: 'POST',
    path: '/sessions/revoke',
    summary: 'End a session',
    description: 'Signs the account out of one browser.',
    tag,
    isNotFound: true,
    input: z.object({ id: accountParams.sessionId().describe('The id of the session.') }),
    output: revoked,
    example: { input: { id: 'k_3dE5fG7hI9' }, output: { revoked: 'k_3dE5fG7hI9' } },
  }),
  accountEvents: endpoint({
    path: '/events',
    summary: 'Get the audit log',
    description: 'What happened to the account, newest first.',
    tag,
    input: nothing,
    output: record({ events: z.array(records.accountEvent) }),
    example: {
      input: {},
      output: {
        events: [event],
      },
    },
  }),
  accountKeys: endpoint({
    path: '/keys',
    summary: 'Get API keys',
    description: 'The API keys of the account, without the keys themselves.',
    tag,
    input: nothing,
    output: record({ keys: z.array(records.accountKey) }),
    example: { input: {}, output: { keys: [key] } },
  }),
  createAccountKey: endpoint({
    method: 'POST',
    path: '/keys',
    success: 201,
    summary: 'Create an API key',
    description: 'Creates a key for programs of the account. The key itself is returned only here.',
    tag,
    input: z.object({
      name: accountParams.oneLine(keyNameMax).describe('What it is for.'),
      perSecond: parameters.integer({ min: 1 }).optional().describe('Requests per second; the server has a maximum.'),
      scopes: parameters
        .list(accountParams.scope(), { max: 20 })
        .optional()
        .describe('What it may call; everything if left out.'),
      expiresAt: params.moment().optional().describe('When it ends.'),
    }),
    output: records.newAccountKey,
    example: {
      input: { name: 'tax tool', perSecond: 10, scopes: ['evm', 'export'] },
      output: { ...key, key: 'sg_q7wKcQ3mZ1tB8yH5nV2xJ9rD4pL6sF0aG7uE3iO1kWb' },
    },
  }),
  revokeAccountKey: endpoint({
    method: 'POST',
    path: '/keys/revoke',
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on.',
    tag,
    isNotFound: true,
    input: z.object({ id: keyId() }),
    output: revoked,
    example: { input: { id: key.id }, output: { revoked: key.id } },
  }),
  accountKeyUse: endpoint({
    path: '/keys/use',
    summary: 'Get the use of an API key',
    description: 'Requests by hour, without unused hours.',
    tag,
    isNotFound: true,
    input: z.object({
      id: keyId(),
      hours: parameters.integer({ min: 1, max: hoursMax }).default(hoursDefault).describe('How many hours back.'),
    }),
    output: record({ id: text(), use: z.array(records.keyUseHour) }),
    example: { input: { id: key.id, hours: 24 }, output: { id: key.id, use: [{ hour: at, requests: 12 }] } },
  }),
  accountNotes: endpoint({
    path: '/notes',
    summary: 'Get labels',
    description: 'The private labels of the account, and what it watches.',
    tag,
    input: nothing,
    output: record({ notes: z.array(records.accountNote) }),
    example: { input: {}, output: { notes: [{ ...note, updatedAt: at }] } },
  }),
  saveAccountNote: endpoint({
    method: 'POST',
    path: '/notes',
    summary: 'Save a label',
    description: 'Replaces what the account has noted about an item. An empty note is removed.',
    tag,
    input: z
      .object({
        ...subjectFields,
        label: accountParams.label(labelMax).default(null).describe('Its label.'),
        isWatched: parameters.boolean().default(false).describe('Whether it is watched.'),
      })
      .refine(accountParams.namesItsKind, namesItsKind),
    output: records.savedNote,
    example: { input: note, output: note },
  }),
  removeAccountNote: endpoint({
    method: 'POST',
    path: '/notes/remove',
    summary: 'Remove a label',
    description: 'Removes what the account has noted about an item.',
    tag,
    input: z.object(subjectFields).refine(accountParams.namesItsKind, namesItsKind),
    output: records.noteSubject,
    example: {
      input: { kind: 'collection', chain: 'eth', subject: contract },
      output: { kind: 'collection', chain: 'eth', subject: contract },
    },
  }),
  accountData: endpoint({
    path: '/export',
    summary: 'Export the account',
    description: 'Everything that is stored about the account, without secrets.',
    tag,
    headers: { 'Content-Disposition': 'The file name.' },
    input: nothing,
    output: records.accountData,
    example: {
      input: {},
      output: {
        ...{ address, createdAt: at, signedInAt: at },
        sessions: [pastSession],
        keys: [{ ...key, use: [{ hour: at, requests: 12 }] }],
        notes: [{ ...note, updatedAt: at }],
        events: [event],
      },
    },
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/delete',
    summary: 'Delete the account',
    description: 'Deletes everything that is stored about the account, and signs out.',
    tag,
    input: z.object({ address: parameters.text({ max: 100 }).describe('That of the account, to confirm.') }),
    output: nobody,
    example: { input: { address }, output: { account: null } },
  }),
})

export type AccountApi = typeof accountApi
