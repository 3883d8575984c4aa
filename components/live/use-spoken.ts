import { useEffect, useRef, useState } from 'react'

const pauseMs = 10_000

/** A text for a live region: the newest one, at most once in ten seconds. */
export const useSpoken = (text: string): string => {
  const [spoken, setSpoken] = useState('')
  const spokenAt = useRef(0)
  useEffect(() => {
    if (text === spoken) return
    const say = () => {
      spokenAt.current = Date.now()
      setSpoken(text)
    }
    // An empty text needs no pause: it is not read.
    const waitMs = text === '' ? 0 : Math.max(0, spokenAt.current + pauseMs - Date.now())
    const timer = setTimeout(say, waitMs)
    return () => clearTimeout(timer)
  }, [text, spoken])
  return spoken
}
