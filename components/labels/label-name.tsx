import { Hash } from '#components/chain/hash.tsx'
import { mayHaveLabels } from './may-have-labels.ts'
import type { LabelOption } from './stored/label-options.ts'

export type FindLabels = (text: string) => LabelOption[]

/**
 * Makes labels searchable, and updates the search when labels change. The code is only loaded if there are labels, and
 * search texts stay in the browser. Returns a cleanup function; undefined without labels.
 */
export const followLabels = (onChange: (find: FindLabels) => void): (() => void) | undefined => {
  // Without storage, the document says whether there are labels.
  if (!mayHaveLabels() && !('labels' in document.documentElement.dataset)) return undefined
  let stop = () => {}
  let isEnded = false
  const begin = async () => {
    const [{ labelOptions }, { labelState, onLabels, readLabels }] = await Promise.all([
      import('./stored/label-options.ts'),
      import('./stored/label-store.ts'),
    ])
    // Until they are read, a text may be a label: nothing is reported that would let it be sent.
    await readLabels()
    if (isEnded) return
    const report = () => onChange((text) => labelOptions(labelState(), text))
    stop = onLabels(report)
    report()
  }
  // Without labels the search is unchanged.
  begin().catch(() => {})
  return () => {
    isEnded = true
    stop()
  }
}

/** The label, and below it the labelled subject: fits a phone's width. */
export const LabelName = ({ text, named: { chain, subject } }: Pick<LabelOption, 'text' | 'named'>) => (
  <span className="min-w-0 flex-1">
    <bdi className="block truncate font-medium">{text}</bdi>
    <span className="flex gap-2 text-muted text-xs">
      {chain}
      <Hash value={subject} title={undefined} className="min-w-0 flex-1" />
    </span>
  </span>
)
