/* What the account's own pages are told, by the session's endpoints and in process alike. Moments are ISO 8601. */

/** Who is signed in in a browser. */
export type SignedIn = { address: string; network: string; signedInAt: string; expiresAt: string }

/** A key for programs, without the key itself. */
export type AccountKey = {
  id: string
  name: string
  /** Its first characters. */
  hint: string
  perSecond: number
  createdAt: string
  expiresAt: string | null
}

/** Told once, when it is made. */
export type NewAccountKey = AccountKey & { key: string }

/** Requests within the hour that begins at `hour`. */
export type KeyUseHour = { hour: string; requests: number }

/** What a note is about: `chain` as the explorer's paths name it, `subject` an address or `address/id`. */
export type AccountNoteSubject = { kind: 'wallet' | 'collection' | 'token'; chain: string; subject: string }

/** A private label, a place on the watch list, or both. */
export type AccountNote = AccountNoteSubject & { label: string | null; isWatched: boolean; updatedAt: string }
