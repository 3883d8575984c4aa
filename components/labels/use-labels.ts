import { useEffect, useSyncExternalStore } from 'react'
import { type LabelState, labelState, nothingLabelled, onLabels, readLabels } from './stored/label-store.ts'

/** The labels of this browser, loaded on first use. */
export const useLabels = (): LabelState => {
  useEffect(() => void readLabels(), [])
  return useSyncExternalStore(onLabels, labelState, () => nothingLabelled)
}
