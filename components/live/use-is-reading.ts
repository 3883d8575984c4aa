import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useIsAtTop } from '#components/chain/use-is-at-top.ts'

const isWithin = (list: Element | null | undefined): boolean => {
  if (!list) return false
  const selection = getSelection()
  const isSelected = selection !== null && !selection.isCollapsed && list.contains(selection.anchorNode)
  return isSelected || list.contains(document.activeElement)
}

/** Whether focus or a selection is in the list after `mark`, or focus is on the button that shows newer rows. */
const useIsUsed = (mark: RefObject<HTMLElement | null>): boolean => {
  const [isUsed, setIsUsed] = useState(false)
  useEffect(() => {
    let frame = 0
    // Between two rows, nothing has focus for a moment.
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const isOnNotice = mark.current?.previousElementSibling?.contains(document.activeElement) ?? false
        setIsUsed(isOnNotice || isWithin(mark.current?.nextElementSibling))
      })
    }
    const events = ['focusin', 'focusout', 'selectionchange']
    // The list may have focus before this code has loaded.
    look()
    for (const name of events) document.addEventListener(name, look)
    return () => {
      cancelAnimationFrame(frame)
      for (const name of events) document.removeEventListener(name, look)
    }
  }, [mark])
  return isUsed
}

const still = '(prefers-reduced-motion: reduce)'
const useWantsStillness = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(still)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(still).matches,
    () => false,
  )

/**
 * Whether new rows must wait: the user has scrolled into the list, has focus or a selection in it, or prefers reduced
 * motion. `mark` is between NewerRows and the list.
 */
export const useIsReading = (mark: RefObject<HTMLElement | null>): boolean => {
  const isAtTop = useIsAtTop(mark)
  const isUsed = useIsUsed(mark)
  return useWantsStillness() || isUsed || !isAtTop
}
