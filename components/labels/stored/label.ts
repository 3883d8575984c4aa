import type { LabelSubject } from '#lib/format/label-subject.ts'

/** A name, a note, and whether the subject is watched; missing texts are empty. `updatedAt` is milliseconds since 1970. */
export type Label = LabelSubject & { label: string; note: string; isWatched: boolean; updatedAt: number }

/** In characters. */
export const labelMax = 64
export const noteMax = 500
export const labelsMax = 10_000

/** One subject has one name, whether it is labelled as a token or a wallet. */
export const labelKey = ({ chain, subject }: Omit<LabelSubject, 'kind'>): string => `${chain} ${subject}`

export const isEmpty = ({ label, note, isWatched }: Pick<Label, 'label' | 'note' | 'isWatched'>): boolean =>
  label === '' && note === '' && !isWatched

/** Characters that hide, break or reorder adjacent text. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u

/** User text as stored: one line. Undefined if it is too long or contains invisible characters. */
export const plainLine = (text: string, max: number): string | undefined => {
  const line = text.trim().normalize('NFC')
  return [...line].length <= max && !unseen.test(line) ? line : undefined
}
