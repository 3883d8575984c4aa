import { recognise } from '#lib/recognise/recognise.ts'
import { type Label, labelKey } from './label.ts'
import { labelPath } from './label-path.ts'
import type { LabelState } from './label-store.ts'

/** A labelled subject, as a suggestion in the search box and the commands. */
export type LabelOption = {
  key: string
  title: string
  text: string
  path: string
  named: Pick<Label, 'chain' | 'subject'>
  /** The text is its full name and matches no other label, so Enter opens it. */
  isCertain?: true
}

const optionsMax = 5
/** Fewer characters match too many addresses. */
const subjectPartMin = 6
const titles = { account: 'Your label', own: 'Your label', link: 'Label of a link' } as const

/** Matches words of the name or note, which may include the kind or chain; or the start or end of the subject. */
const isMeant = ({ label, note, kind, chain, subject }: Label, text: string, words: readonly string[]): boolean => {
  const name = `${label} ${note}`.toLowerCase()
  const whole = `${name} ${kind} ${chain}`
  if (words.some((word) => name.includes(word)) && words.every((word) => whole.includes(word))) return true
  return text.length >= subjectPartMin && (subject.startsWith(text) || subject.endsWith(text))
}

/** Names that start with the text come before names that contain it. */
const rankOf = ({ label }: Label, text: string): number => {
  const name = label.toLowerCase()
  if (name === text) return 0
  return name.startsWith(text) ? 1 : 2
}

/** Labels with these words, by the first source that has them: account, browser, link. */
export const labelOptions = ({ account, own, link }: LabelState, given: string): LabelOption[] => {
  const text = given.trim().toLowerCase()
  const words = text.split(/\s+/)
  if (text === '') return []
  const found = new Map<string, { label: Label; from: keyof typeof titles }>()
  for (const [from, labels] of [
    ['account', account],
    ['own', own],
    ['link', link],
  ] as const)
    for (const [key, label] of labels)
      if (!found.has(key) && isMeant(label, text, words)) found.set(key, { label, from })
  const ranked = [...found.values()].sort(
    (a, b) => rankOf(a.label, text) - rankOf(b.label, text) || b.label.updatedAt - a.label.updatedAt,
  )
  const same = ranked.filter(({ label }) => rankOf(label, text) === 0)
  const isCertain = same.length === 1 && same[0]?.from !== 'link' && recognise(given).length === 0
  return ranked.slice(0, optionsMax).map(({ label, from }, index) => ({
    key: `label ${labelKey(label)}`,
    title: titles[from],
    text: label.label || label.note,
    path: labelPath(label),
    named: label,
    ...(isCertain && index === 0 && { isCertain }),
  }))
}
