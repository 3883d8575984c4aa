import * as z from 'zod'
import type { ApiKey } from '#lib/account/accounts/account-keys.ts'
import { eventRecord, isoTime, keyRecord, noteRecord, sessionRecord } from '#lib/account/accounts/account-records.ts'
import type { Accounts } from '#lib/account/accounts/accounts.ts'
import * as params from '#lib/account/contract/params.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { Action } from './action.ts'
import type { TokenCookie } from './cookies.ts'
import { readRequestBody } from './request-body.ts'

/** User text: one line of at most `max` characters, without invisible or direction-changing characters. */
const oneLine = (max: number): z.ZodType<string> =>
  z
    .string('must be text')
    .transform((text) => text.trim().normalize('NFC'))
    .refine((text) => text !== '' && [...text].length <= max, `must have 1 to ${max} characters`)
    .refine(
      (text) => !/[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u.test(text),
      {
        error: 'must be one line without invisible characters',
      },
    )

const labelMax = 64
const evmAddress = '0x[0-9a-f]{40}'
const aptosAddress = '0x[0-9a-f]{64}'
/** A SHA-256 (module 0x3) or the address of an object (digital assets); page paths have both without 0x. */
const aptosId = '(0x)?[0-9a-f]{64}'

/** Format of each kind in lower case: EVM tokens as `address/id`, Aptos collections and tokens by id. */
const forms = {
  wallet: new RegExp(`^(${evmAddress}|${aptosAddress})$`),
  collection: new RegExp(`^(${evmAddress}|${aptosId})$`),
  token: new RegExp(`^(${evmAddress}(/\\d{1,78})?|${aptosId})$`),
}

const subjectShape = {
  kind: z.enum(['wallet', 'collection', 'token'], 'must be wallet, collection or token'),
  chain: z.string('must be text').regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'is not the name of a chain'),
  subject: z
    .string('must be text')
    .max(200, 'is too long')
    .transform((text) => text.toLowerCase()),
}

const namesItsKind = ({ kind, subject }: { kind: keyof typeof forms; subject: string }): boolean =>
  forms[kind].test(subject)
const wrongName = { path: ['subject'], error: 'is not an address, or a token as address/id' }

/** Normalises the id, so that an item has one name. */
const named = <Note extends { kind: keyof typeof forms; subject: string }>(note: Note): Note =>
  note.kind === 'wallet' ? note : { ...note, subject: note.subject.replace(/^0x(?=.{64}$)/, '') }

const noteSubjectBody = z.object(subjectShape).refine(namesItsKind, wrongName).transform(named)

const noteBody = z
  .object({
    ...subjectShape,
    label: oneLine(labelMax).nullable().default(null),
    isWatched: z.boolean('must be true or false').default(false),
  })
  .refine(namesItsKind, wrongName)
  .transform(named)

type AccountParts = { accounts: Accounts; sessionCookie: TokenCookie; now: () => number }

const hoursMax = 35 * 24
const hoursDefault = 7 * 24
const keyNameMax = 60

const keyId = z.string('must be text').regex(/^[A-Za-z0-9]{12}$/, 'is not the id of a key')
const sessionId = z.string('must be text').regex(/^[\w-]{12}$/, 'is not the id of a session')
const newKeyBody = (scopes: readonly string[]) => {
  const fault = `must be one or more of ${scopes.join(', ')}`
  return z.object({
    name: oneLine(keyNameMax),
    perSecond: z.int('must be a whole number').min(1, 'must be at least 1').optional(),
    scopes: z.array(z.enum(scopes, fault), fault).min(1, fault).max(scopes.length, fault).optional(),
    expiresAt: params.moment().optional(),
  })
}
const revokeBody = z.object({ id: keyId })
const revokeSessionBody = z.object({ id: sessionId })
/** The longest is an address with its chain (CAIP-10). */
const deleteBody = z.object({ address: z.string('must be text').max(100, 'is too long').toLowerCase() })

/** Actions of an account's owner on keys, sessions, labels and all stored data. */
export const createAccountActions = (parts: AccountParts): Record<string, Action> => ({
  ...keyActions(parts),
  ...sessionActions(parts),
  ...noteActions(parts),
  ...dataActions(parts),
})

const keyActions = ({ accounts, now }: AccountParts): Record<string, Action> => {
  const keyBody = newKeyBody(accounts.scopes.map(({ name }) => name))
  return {
    'GET /keys': {
      needsSession: true,
      run: async ({ session }) => ({ body: { keys: (await accounts.keys.list(session.address)).map(keyRecord) } }),
    },
    'POST /keys': {
      needsSession: true,
      run: async ({ request, session, visitor }) => {
        const { expiresAt, ...rest } = await readRequestBody(request, keyBody)
        const expiry = expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }
        const { key, record } = await accounts.keys.create(session.address, { ...rest, ...expiry })
        await accounts.events.record(session.address, { kind: 'key_created', subject: keyTitle(record), ...visitor })
        return { status: 201, body: { ...keyRecord(record), key } }
      },
    },
    'POST /keys/revoke': {
      needsSession: true,
      run: async ({ request, session, visitor }) => {
        const { id } = await readRequestBody(request, revokeBody)
        const revoked = await accounts.keys.revoke(session.address, id)
        if (revoked === undefined) throw noKey()
        await accounts.events.record(session.address, { kind: 'key_revoked', subject: keyTitle(revoked), ...visitor })
        return { body: { revoked: id } }
      },
    },
    'GET /keys/use': {
      needsSession: true,
      run: async ({ query, session }) => {
        const id = keyId.safeParse(query.get('id'))
        const hours = Number(query.get('hours') ?? hoursDefault)
        if (!id.success) throw badParameter('id', 'is not the id of a key')
        if (!Number.isInteger(hours) || hours < 1 || hours > hoursMax)
          throw badParameter('hours', `must be a whole number from 1 to ${hoursMax}`)
        const use = await accounts.use.read(session.address, id.data, now() - hours * 3_600_000)
        if (use === undefined) throw noKey()
        return {
          body: { id: id.data, use: use.map(({ hour, requests }) => ({ hour: isoTime(hour * 1_000), requests })) },
        }
      },
    },
  }
}

const sessionActions = ({ accounts, sessionCookie }: AccountParts): Record<string, Action> => ({
  'GET /sessions': {
    needsSession: true,
    run: async ({ request, session }) => {
      const sessions = await accounts.sessions.list(session.address, sessionCookie.read(request))
      return { body: { sessions: sessions.map(sessionRecord) } }
    },
  },
  'POST /sessions/revoke': {
    needsSession: true,
    run: async ({ request, session, visitor }) => {
      const { id } = await readRequestBody(request, revokeSessionBody)
      const ended = await accounts.sessions.closeListed(session.address, id)
      if (ended === undefined) throw new ServiceError('not_found', 'The account has no such session.')
      const subject = [ended.browser, ended.ipNetwork].filter((part) => part !== null).join(', ') || null
      await accounts.events.record(session.address, { kind: 'session_revoked', subject, ...visitor })
      return { body: { revoked: id } }
    },
  },
  'GET /events': {
    needsSession: true,
    run: async ({ session }) => ({ body: { events: (await accounts.events.list(session.address)).map(eventRecord) } }),
  },
})

const noteActions = ({ accounts }: AccountParts): Record<string, Action> => ({
  'GET /notes': {
    needsSession: true,
    run: async ({ session }) => ({
      body: {
        notes: (await accounts.notes.list(session.address)).map(noteRecord),
      },
    }),
  },
  'POST /notes': {
    needsSession: true,
    run: async ({ request, session }) => {
      const note = await readRequestBody(request, noteBody)
      await accounts.notes.put(session.address, note)
      return { body: note }
    },
  },
  'POST /notes/remove': {
    needsSession: true,
    run: async ({ request, session }) => {
      const subject = await readRequestBody(request, noteSubjectBody)
      await accounts.notes.remove(session.address, subject)
      return { body: subject }
    },
  },
})

const dataActions = ({ accounts, sessionCookie }: AccountParts): Record<string, Action> => ({
  'GET /export': {
    needsSession: true,
    run: async ({ session, visitor }) => {
      await accounts.use.flush()
      await accounts.events.record(session.address, { kind: 'data_exported', subject: null, ...visitor })
      return {
        body: await accounts.data.export(session.address),
        headers: { 'content-disposition': 'attachment; filename="spyglass-account.json"' },
      }
    },
  },
  'POST /delete': {
    needsSession: true,
    run: async ({ request, session }) => {
      const { address } = await readRequestBody(request, deleteBody)
      if (address !== session.address) throw badParameter('address', 'is not that of the account')
      await accounts.data.delete(session.address)
      return { body: { account: null }, cookies: [sessionCookie.clear()] }
    },
  },
})

const keyTitle = ({ name, hint }: ApiKey): string => `${name} (${hint}…)`

const noKey = (): ServiceError => new ServiceError('not_found', 'The account has no such key.')
