'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 4_000
const timesMax = 15

/**
 * Renders the page again on the server while something on it is being fetched; ends when it is no longer rendered, or
 * after a minute.
 */
export const RefreshWhile = () => {
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
  }, [router])
  return null
}
