'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** `[` and `]` go to the neighbours, except while somebody types. */
export const NeighbourKeys = ({ previous, next }: { previous: string | undefined; next: string | undefined }) => {
  const router = useRouter()
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
      const path = event.key === '[' ? previous : event.key === ']' ? next : undefined
      if (path) router.push(path)
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [router, previous, next])
  return null
}
