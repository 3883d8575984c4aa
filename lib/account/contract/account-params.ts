import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import type { noteKinds } from './account-records.ts'

const hidden = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u

/** Text of a user: one line of at most `max` characters, without invisible or direction-changing characters. */
export const oneLine = (max: number) =>
  parameter<string, string>(
    {
      type: 'string',
      accepts: `one line of 1 to ${max} characters, without invisible ones`,
      json: { type: 'string', minLength: 1, maxLength: max },
    },
    (raw) => readLine(raw, max),
  )

const readLine = (raw: unknown, max: number): string | Fault => {
  if (typeof raw !== 'string') return new Fault('is not text')
  const text = raw.trim().normalize('NFC')
  if (text === '' || [...text].length > max) return new Fault('has another length')
  return hidden.test(text) ? new Fault('has invisible characters or several lines') : text
}

/** A label, as `oneLine`, or null for none. */
export const label = (max: number) =>
  parameter<string | null, string | null>(
    {
      type: 'string',
      accepts: `one line of 1 to ${max} characters without invisible ones, or null`,
      json: { type: ['string', 'null'], minLength: 1, maxLength: max },
    },
    (raw) => (raw === null ? null : readLine(raw, max)),
  )

export const keyId = () =>
  parameters.matching({
    type: 'id',
    accepts: '12 letters and digits',
    pattern: '^[A-Za-z0-9]{12}$',
    fault: 'is not the id of a key',
    read: (text) => text,
  })

/** The server checks that it has such a scope. */
export const scope = () =>
  parameters.matching({
    type: 'scope',
    accepts: 'the name of a scope',
    pattern: '^[a-z][a-z0-9-]{0,39}$',
    fault: 'is not the name of a scope',
    read: (text) => text,
  })

export const sessionId = () =>
  parameters.matching({
    type: 'id',
    accepts: '12 characters',
    pattern: '^[A-Za-z0-9_-]{12}$',
    fault: 'is not the id of a session',
    read: (text) => text,
  })

export const noteChain = () =>
  parameters.matching({
    type: 'chain name',
    accepts: 'the name of a chain, as in paths of pages',
    pattern: '^[a-z0-9][a-z0-9-]{0,31}$',
    fault: 'is not the name of a chain',
    read: (text) => text,
  })

const evmAddress = '0x[0-9a-f]{40}'
const aptosAddress = '0x[0-9a-f]{64}'
/** A SHA-256 (module 0x3) or the address of an object (digital assets); page paths have both without 0x. */
const aptosId = '(0x)?[0-9a-f]{64}'

/** The form of each kind's subject in lower case: EVM tokens as `address/id`, Aptos collections and tokens by id. */
const forms: Record<(typeof noteKinds)[number], RegExp> = {
  wallet: new RegExp(`^(${evmAddress}|${aptosAddress})$`),
  collection: new RegExp(`^(${evmAddress}|${aptosId})$`),
  token: new RegExp(`^(${evmAddress}(/\\d{1,78})?|${aptosId})$`),
}

export const namesItsKind = ({ kind, subject }: { kind: keyof typeof forms; subject: string }): boolean =>
  forms[kind].test(subject)

/** Parsed to lower case. */
export const noteSubject = () =>
  parameters.matching({
    type: 'address or id',
    accepts: 'an address, or a token as address/id',
    pattern: '^(0[xX])?[0-9a-fA-F]{40,64}(/[0-9]{1,78})?$',
    fault: 'is not an address, or a token as address/id',
    read: (text) => text.toLowerCase(),
  })
