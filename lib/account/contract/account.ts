import type * as z from 'zod'
import type * as records from './account-records.ts'

/* Records of the account pages, over HTTP and in process alike. Times are ISO 8601. */

/** An EVM chain on which accounts can sign in. */
export type SignInChain = { id: number; title: string }

/** The address of an account, without the chain of one that a contract signed for (`eip155:10:0x…`). */
export const accountAddress = (account: string): string => account.slice(account.lastIndexOf(':') + 1)

/** What a key may call: the API of a chain family, the sign-in API, or exports (which also need the list's own API). */
export type KeyScope = { name: string; title: string }

/** The fields of a record that this version knows. */
type Known<Schema extends z.ZodObject> = { [Name in keyof Schema['shape']]: z.output<Schema['shape'][Name]> }

/** The signed-in account of a browser. */
export type SignedIn = Known<typeof records.signedIn>
/** An API key without the key itself. */
export type AccountKey = Known<typeof records.accountKey>
/** Returned once, when the key is created. */
export type NewAccountKey = Known<typeof records.newAccountKey>
/** Requests within the hour that starts at `hour`. */
export type KeyUseHour = Known<typeof records.keyUseHour>
/** A signed-in browser. Fields that were not recorded are null. */
export type AccountSession = Known<typeof records.accountSession>
export type AccountEventKind = (typeof records.accountEventKinds)[number]
/** One entry of an account's audit log. */
export type AccountEvent = Known<typeof records.accountEvent>
/** The item of a note: `chain` as in page paths, `subject` an address or `address/id`. */
export type AccountNoteSubject = Known<typeof records.noteSubject>
/** A private label, a watched item, or both. */
export type AccountNote = Known<typeof records.accountNote>
