import { useSyncExternalStore } from 'react'

const wideQuery = '(min-width: 64rem)'

/** Whether rows have their columns beside each other. The server renders them so. */
export const useIsWide = (): boolean => useSyncExternalStore(whenWidthChanges, isWide, () => true)

const isWide = (): boolean => matchMedia(wideQuery).matches

const whenWidthChanges = (listener: () => void) => {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const never = () => () => {}

/** False while the page is as the server rendered it. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Dense rows are lower by so many sixteenths of a rem; list.css has the same. */
const denseBy = 8

/** The height of a list's rows as they are laid out, and as the visitor chose them (columns-dialog.tsx). */
export const useRowHeight = ({ wide, phone }: { wide: number; phone: number }): number =>
  useSyncExternalStore(
    (listener) => {
      const leave = whenWidthChanges(listener)
      addEventListener('rows', listener)
      return () => {
        leave()
        removeEventListener('rows', listener)
      }
    },
    () => (isWide() ? wide - (document.documentElement.dataset.rows === 'dense' ? denseBy : 0) : phone),
    () => wide,
  )
