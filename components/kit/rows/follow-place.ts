import type { RefObject } from 'react'

/** The place of a list in its URL. */
export type FollowedPlace = {
  list: RefObject<HTMLElement | null>
  /** In sixteenths of a rem; all rows have the same. */
  rowHeight: number
  /** What the URL says at the top of the list. */
  bound: string | undefined
  /** The block or time of a row; undefined for lists without a place. */
  blockAt: ((index: number) => string | undefined) | undefined
  /** The parameter of the URL; `to_block` unless set. */
  name?: string
}

/** Browsers refuse to change the URL too often. */
const restMs = 300

/** The bottom of the page header, which covers rows above it. */
const visibleTop = (): number => document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0

/** Keeps the first visible row in the URL; at the top it has its original bound again. Returns how to stop. */
export const followPlace = ({ list, rowHeight, bound, blockAt, name = 'to_block' }: FollowedPlace): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = () => {
    const top = list.current?.getBoundingClientRect().top
    if (top === undefined) return
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    const index = Math.floor((visibleTop() - top) / (rowHeight * scale))
    const block = index > 0 ? (blockAt?.(index) ?? bound) : bound
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
}

/** Makes the next document of this URL start at the place; a pixel offset would show other rows. */
const forgetScroll = (): void => {
  if (/[?&]to_(block|date)=/.test(location.search)) history.scrollRestoration = 'manual'
}
