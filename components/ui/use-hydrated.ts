import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * `current`, or `rendered` while the component is hydrated: parts of a page whose code loads late are hydrated when the page may know
 * something newer already, and must begin with what the server wrote.
 */
export const useHydrated = <Value>(current: Value, rendered: Value): Value =>
  useSyncExternalStore(
    never,
    () => current,
    () => rendered,
  )
