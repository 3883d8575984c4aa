'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 4_000

/**
 * Renders the page again on the server while something on it is being fetched; ends when it is no longer rendered, or
 * after a minute unless more times are given.
 */
export const RefreshWhile = ({ timesMax = 15 }: { timesMax?: number }) => {
  const router = useRouter()
  useEffect(() => {
    let left = timesMax
    const timer = setInterval(() => {
      if (document.hidden) return
      router.refresh()
      left -= 1
      if (left === 0) clearInterval(timer)
    }, everyMs)
    return () => clearInterval(timer)
  }, [router, timesMax])
  return null
}
