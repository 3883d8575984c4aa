import * as z from 'zod'
import { oneLine } from './one-line.ts'

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

export const noteSubjectBody = z.object(subjectShape).refine(namesItsKind, wrongName).transform(named)

export const noteBody = z
  .object({
    ...subjectShape,
    label: oneLine(labelMax).nullable().default(null),
    isWatched: z.boolean('must be true or false').default(false),
  })
  .refine(namesItsKind, wrongName)
  .transform(named)
