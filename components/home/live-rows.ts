import { useRef } from 'react'

/** Which rows have come since the list was first shown: they glow once. Kept by key, so a row glows where it stands. */
export const useArrived = (keys: readonly string[]): ReadonlySet<string> => {
  const first = useRef<ReadonlySet<string>>(undefined)
  first.current ??= new Set(keys)
  const known = first.current
  return new Set(keys.filter((key) => !known.has(key)))
}
