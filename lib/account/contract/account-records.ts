import * as z from 'zod'
import { count, flag, record, text, timestamp } from '#lib/api/record.ts'

/* What an account's owner is told about it. Their types are in account.ts, for browsers. */

export const signedIn = record({
  address: text().describe('An account that a contract signed for has its chain before it: `eip155:10:0x…`.'),
  network: text().describe('`mainnet` or `testnet` of Aptos, or an EVM chain as `eip155:1`.'),
  signedInAt: timestamp(),
  expiresAt: timestamp(),
})

export const accountKey = record({
  id: text(),
  name: text(),
  hint: text().describe('The first characters of the key.'),
  perSecond: count(),
  scopes: z.array(text()).describe('In the order of this server.'),
  createdAt: timestamp(),
  expiresAt: timestamp().nullable(),
  lastUsedAt: timestamp()
    .nullable()
    .describe('Null for a key that was never used. Updated every few seconds, not with each request.'),
})

export const newAccountKey = accountKey.extend({ key: text().describe('Returned only here.') })

export const keyUseHour = record({ hour: timestamp().describe('Its beginning.'), requests: count() })

export const accountSession = record({
  id: text(),
  isCurrent: flag().describe('Whether it is that of this browser.'),
  browser: text().nullable().describe('Browser and system, such as `Firefox on Linux`.'),
  ipNetwork: text().nullable().describe('An IPv4 address, or the /64 of an IPv6 address.'),
  network: text(),
  createdAt: timestamp(),
  lastSeenAt: timestamp().nullable().describe('To within ten minutes.'),
  expiresAt: timestamp(),
})

export const accountEventKinds = [
  'signed_in',
  'signed_out',
  'signed_out_everywhere',
  'session_revoked',
  'key_created',
  'key_revoked',
  'data_exported',
] as const

export const accountEvent = record({
  at: timestamp(),
  kind: z.enum(accountEventKinds),
  subject: text().nullable().describe("The key's name and first characters, or the browser that was signed out."),
  browser: text().nullable(),
  ipNetwork: text().nullable(),
})

export const noteKinds = ['wallet', 'collection', 'token'] as const

export const noteSubject = record({
  kind: z.enum(noteKinds),
  chain: text().describe('As in paths of pages.'),
  subject: text().describe('An address, `address/id`, or the id of an Aptos collection or token.'),
})

export const savedNote = noteSubject.extend({ label: text().nullable(), isWatched: flag() })

export const accountNote = savedNote.extend({ updatedAt: timestamp() })

export const accountData = record({
  address: text(),
  createdAt: timestamp(),
  signedInAt: timestamp(),
  sessions: z.array(accountSession.omit({ id: true, isCurrent: true })),
  keys: z.array(accountKey.extend({ use: z.array(keyUseHour) })),
  notes: z.array(accountNote),
  events: z.array(accountEvent),
})
