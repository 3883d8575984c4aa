import { browserFamilies } from '#components/browser-families.ts'
import type { LabelSubject } from '#lib/format/label-subject.ts'
import { labelKey } from './label.ts'
import { labelFamily } from './label-family.ts'

/** The page of a label's subject. */
export const labelPath = (subject: LabelSubject): string => labelFamily(subject.chain).path(subject)

/** The key of the label that a link's subject may have; undefined if the link leads to nothing that has labels. */
export const linkKey = (link: { pathname: string; search: string }): string | undefined => {
  for (const { labels } of browserFamilies.toReversed()) {
    const linked = labels.linked(link)
    if (linked) return labelKey(linked)
  }
  return undefined
}
