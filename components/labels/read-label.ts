import { isEmpty, type Label, type LabelKind, labelKinds, labelMax, noteMax, plainLine } from './label.ts'

const evmAddress = /^0x[0-9a-f]{40}$/
const longHex = /^0x[0-9a-f]{64}$/

const forms: Record<'evm' | 'aptos', Record<LabelKind, RegExp>> = {
  evm: {
    wallet: evmAddress,
    collection: evmAddress,
    token: /^0x[0-9a-f]{40}(\/\d{1,78})?$/,
    transaction: longHex,
  },
  // In page paths, collections and tokens have no 0x.
  aptos: { wallet: longHex, collection: /^[0-9a-f]{64}$/, token: /^[0-9a-f]{64}$/, transaction: /^\d{1,20}$/ },
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const momentOf = (value: unknown): number => {
  const moment = typeof value === 'number' ? value : Date.parse(textOf(value))
  return Number.isSafeInteger(moment) && moment > 0 ? moment : Date.now()
}

/** The subject as our own pages name it. */
const namedSubject = (kind: LabelKind, isAptos: boolean, text: string): string => {
  const subject = text.trim().toLowerCase()
  if (!isAptos || kind === 'transaction') return subject
  const digits = /^(?:0x)?([0-9a-f]{1,64})$/.exec(subject)?.[1]?.padStart(64, '0') ?? subject
  return kind === 'wallet' ? `0x${digits}` : digits
}

/** Parses a label from a file or a link, or returns why it is not valid. Unknown fields are ignored. */
export const readLabel = (given: Record<string, unknown>): Label | string => {
  const kind = labelKinds.find((one) => one === textOf(given.kind).trim())
  if (!kind) return `the kind is not one of ${labelKinds.join(', ')}`
  const chain = textOf(given.chain).trim().toLowerCase()
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(chain)) return 'the chain is not a known chain name'
  const isAptos = chain === 'aptos' || chain === 'aptos-testnet'
  const subject = namedSubject(kind, isAptos, textOf(given.subject))
  if (!forms[isAptos ? 'aptos' : 'evm'][kind].test(subject)) return `the subject is not a ${kind} on that chain`
  const label = plainLine(textOf(given.label), labelMax)
  if (label === undefined) return `the label is longer than ${labelMax} characters or contains invisible ones`
  const note = plainLine(textOf(given.note), noteMax)
  if (note === undefined) return `the note is longer than ${noteMax} characters or contains invisible ones`
  const isWatched = given.watched === true || given.watched === 'yes'
  if (isEmpty({ label, note, isWatched })) return 'it has no label, no note and is not watched'
  return { kind, chain, subject, label, note, isWatched, updatedAt: momentOf(given.updated) }
}
