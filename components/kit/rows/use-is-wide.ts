import { useSyncExternalStore } from 'react'

const wideQuery = '(min-width: 64rem)'

/** Whether rows have their columns beside each other. The server renders them so. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wideQuery)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wideQuery).matches,
    () => true,
  )

const never = () => () => {}

/** False while the page is as the server rendered it. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Dense rows are lower by so many sixteenths of a rem; list.css has the same. */
export const denseBy = 8

/** Whether the visitor chose dense rows (columns-dialog.tsx). */
export const useIsDense = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('rows', listener)
      return () => removeEventListener('rows', listener)
    },
    () => document.documentElement.dataset.rows === 'dense',
    () => false,
  )
