import { type RefObject, useEffect, useState } from 'react'

/** Whether the top of a list, at `mark`, is visible or below the viewport. Measuring on every scroll would force layout. */
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
