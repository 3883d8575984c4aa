import type { LabelOption } from './label-options.ts'
import { mayHaveLabels } from './may-have-labels.ts'

export type FindLabels = (text: string) => LabelOption[]

/**
 * Tells how labels are found by their words, and again when one has come or changed. Their code is loaded where there are any,
 * and what is looked for stays in the browser. Returns what ends it; undefined if nothing has a label.
 */
export const followLabels = (tell: (find: FindLabels) => void): (() => void) | undefined => {
  // Where the browser keeps nothing, the document says that something is labelled.
  if (!mayHaveLabels() && !('labels' in document.documentElement.dataset)) return undefined
  let stop = () => {}
  let isEnded = false
  const begin = async () => {
    const [{ labelOptions }, { labelState, onLabels, readLabels }] = await Promise.all([
      import('./label-options.ts'),
      import('./label-store.ts'),
    ])
    if (isEnded) return
    const say = () => tell((text) => labelOptions(labelState(), text))
    stop = onLabels(say)
    say()
    await readLabels()
  }
  // Without labels the search is what it was.
  begin().catch(() => {})
  return () => {
    isEnded = true
    stop()
  }
}
