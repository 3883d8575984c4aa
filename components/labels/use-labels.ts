import { useEffect, useSyncExternalStore } from 'react'
import { type LabelState, labelState, nothingLabelled, onLabels, readLabels } from './label-store.ts'

/** What has a name in this browser; read when it is first asked for. */
export const useLabels = (): LabelState => {
  useEffect(() => void readLabels(), [])
  return useSyncExternalStore(onLabels, labelState, () => nothingLabelled)
}
