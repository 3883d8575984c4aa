import { type RefObject, useEffect, useState } from 'react'

/** Whether a list's beginning, where `mark` lies, is in sight or further down. Asking for it on every scroll would lay the page out each time. */
export const useIsAtTop = (mark: RefObject<HTMLElement | null>): boolean => {
  const [isAtTop, setIsAtTop] = useState(true)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => entry && setIsAtTop(entry.isIntersecting), {
      rootMargin: '0px 0px 1000000px 0px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return isAtTop
}
