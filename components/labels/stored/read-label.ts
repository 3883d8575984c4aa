import { labelKinds } from '#lib/format/label-subject.ts'
import { isEmpty, type Label, labelMax, noteMax, plainLine } from './label.ts'
import { labelFamily } from './label-family.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const momentOf = (value: unknown): number => {
  const moment = typeof value === 'number' ? value : Date.parse(textOf(value))
  return Number.isSafeInteger(moment) && moment > 0 ? moment : Date.now()
}

/** Parses a label from a file or a link, or returns why it is not valid. Unknown fields are ignored. */
export const readLabel = (given: Record<string, unknown>): Label | string => {
  const kind = labelKinds.find((one) => one === textOf(given.kind).trim())
  if (!kind) return `the kind is not one of ${labelKinds.join(', ')}`
  const chain = textOf(given.chain).trim().toLowerCase()
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(chain)) return 'the chain is not a known chain name'
  const family = labelFamily(chain)
  const subject = family.subject(kind, textOf(given.subject).trim())
  if (!family.forms[kind].test(subject)) return `the subject is not a ${kind} on that chain`
  const label = plainLine(textOf(given.label), labelMax)
  if (label === undefined) return `the label is longer than ${labelMax} characters or contains invisible ones`
  const note = plainLine(textOf(given.note), noteMax)
  if (note === undefined) return `the note is longer than ${noteMax} characters or contains invisible ones`
  const isWatched = given.watched === true || given.watched === 'yes'
  if (isEmpty({ label, note, isWatched })) return 'it has no label, no note and is not watched'
  return { kind, chain, subject, label, note, isWatched, updatedAt: momentOf(given.updated) }
}
