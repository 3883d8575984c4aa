import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { CallRow } from './call-rows.ts'

const hashChange = 'hashchange'

const listen = (listener: () => void) => {
  addEventListener(hashChange, listener)
  return () => removeEventListener(hashChange, listener)
}

const frameInUrl = (): string | undefined => /^#call-(0(?:-\d{1,5}){0,1024})$/.exec(location.hash)?.[1]

/** The call whose details are open. It is in the URL, so that a link leads to it: `#call-0-1`. */
export const useShownCall = (tree: RefObject<HTMLElement | null>, rowHeight: number, rows: readonly CallRow[]) => {
  const shown = useSyncExternalStore(listen, frameInUrl, () => undefined)
  const found = useRef<string>(undefined)
  const index = rows.findIndex((row) => row.key === `call-${shown}`)
  useEffect(() => {
    if (shown === undefined || index < 0 || found.current === shown) return
    found.current = shown
    const top = tree.current?.getBoundingClientRect().top
    if (top === undefined) return
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    const at = top + index * rowHeight * scale
    // A row that is on screen already stays where it is.
    if (at < 0 || at > innerHeight) scrollBy({ top: at - innerHeight / 3 })
  }, [shown, index, tree, rowHeight])
  const show = useCallback((frame: string | undefined) => {
    const { pathname, search } = location
    history.replaceState(history.state, '', `${pathname}${search}${frame === undefined ? '' : `#call-${frame}`}`)
    dispatchEvent(new HashChangeEvent(hashChange))
  }, [])
  return { shown, show }
}
