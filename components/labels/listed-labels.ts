import type { Label } from './label.ts'
import type { LabelState } from './label-store.ts'

/** A label as the list has it: whose it is, and whether another one is shown instead of it. */
export type ListedLabel = { key: string; label: Label; from: 'account' | 'own' | 'link'; isHidden: boolean }

/** All labels, newest first, that have all the words of `text` in them. */
export const listedLabels = ({ account, own, link }: LabelState, text: string): ListedLabel[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ label, note, chain, subject, kind }: Label): boolean => {
    const said = `${label} ${note} ${chain} ${subject} ${kind}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  const sources = [
    ['account', account, []],
    ['own', own, [account]],
    ['link', link, [account, own]],
  ] as const
  return sources
    .flatMap(([from, labels, above]) =>
      [...labels].map(([key, label]) => ({
        key,
        label,
        from,
        isHidden: label.label !== '' && above.some((others) => Boolean(others.get(key)?.label)),
      })),
    )
    .filter(({ label }) => isMeant(label))
    .sort((a, b) => b.label.updatedAt - a.label.updatedAt)
}
