import { type RefObject, useEffect } from 'react'

/** Browsers refuse to change the URL too often. */
const restMs = 300

/** The bottom of the page header, which covers rows above it. */
const visibleTop = (): number => document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0

/**
 * Keeps the first visible row in the URL, as `to_block` or the parameter `name`, so that a shared link opens there. At the top the URL has
 * its original bound again. Rows have one height (in sixteenths of a rem); without `blockAt` the URL stays as it is.
 */
export const usePlace = (
  list: RefObject<HTMLElement | null>,
  rowHeight: number,
  bound: string | undefined,
  blockAt: ((index: number) => string | undefined) | undefined,
  name = 'to_block',
): void => {
  useEffect(() => {
    if (!blockAt) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      const top = list.current?.getBoundingClientRect().top
      if (top === undefined) return
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      const index = Math.floor((visibleTop() - top) / (rowHeight * scale))
      const block = index > 0 ? (blockAt(index) ?? bound) : bound
      const url = new URL(location.href)
      if (url.searchParams.get(name) === (block ?? null)) return
      if (block === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, block)
      history.replaceState(history.state, '', url)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(note, restMs)
    }
    // The user may have scrolled before this code loaded.
    wait()
    window.addEventListener('scroll', wait, { passive: true })
    window.addEventListener('pagehide', forgetScroll)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', wait)
      window.removeEventListener('pagehide', forgetScroll)
    }
  }, [list, rowHeight, bound, blockAt, name])
}

/** Makes the next document of this URL start at the place; a pixel offset would show other rows. */
const forgetScroll = (): void => {
  if (/[?&]to_(block|date)=/.test(location.search)) history.scrollRestoration = 'manual'
}
