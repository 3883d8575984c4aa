import type { Label } from './label.ts'
import type { LabelState } from './label-store.ts'

/** A label in the list: its source, and whether another one is shown instead. */
export type ListedLabel = { key: string; label: Label; from: 'account' | 'own' | 'link'; isHidden: boolean }

/** All labels that contain all words of `text`, newest first. */
export const listedLabels = ({ account, own, link }: LabelState, text: string): ListedLabel[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ label, note, chain, subject, kind }: Label): boolean => {
    const text = `${label} ${note} ${chain} ${subject} ${kind}`.toLowerCase()
    return words.every((word) => text.includes(word))
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
