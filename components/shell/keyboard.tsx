'use client'

import { lazy, useEffect, useRef, useState } from 'react'
import type { FamilyChain } from '#components/family.ts'
import { mayHaveLabels } from '#components/labels/may-have-labels.ts'
import { isTyping } from '#components/ui/is-typing.ts'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { NotLoaded } from '#components/ui/loading/not-loaded.tsx'
import type { OpenedDialog } from './opened-dialog.ts'

/** Loaded on first use, because most visitors never use it. */
const Dialogs = lazy(() => import('./dialogs.tsx'))

/** The dialogs that keys open, by the names in dialogs.tsx; other one-letter names are immediate actions. */
const asked: Record<string, string> = { '?': 'keys', '.': 'commands', j: 'j', k: 'k', y: 'y', c: 'c' }

/**
 * The keys of every page: `j` `k` move along rows, `y` copies the link, `c` copies the page's subject, `?` lists all
 * keys, Ctrl K or `.` opens the commands. The search box handles `/`, and links with a key of their own are followed by
 * it. A press on an element with `data-opens` opens the dialog of that name; if it is a link, a press with a modifier
 * key follows it. Labels in a link have their own dialog.
 */
export const Keyboard = ({ chains }: { chains: readonly FamilyChain[] }) => {
  const [opened, setOpened] = useState<OpenedDialog>()
  /** Keys pressed before that code had loaded, or since it last checked. */
  const keys = useRef<string[]>([])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOfSystem = event.ctrlKey || event.metaKey
      const isCommand = isOfSystem && event.key.toLowerCase() === 'k'
      const name = isCommand ? 'commands' : asked[event.key]
      if (!name || event.defaultPrevented || document.querySelector('dialog[open]')) return
      if (!isCommand && (isOfSystem || event.altKey || isTyping(event.target))) return
      event.preventDefault()
      if (name === event.key) keys.current.push(name)
      setOpened({ name })
    }
    const click = (event: MouseEvent) => {
      const by = event.target instanceof Element && event.target.closest<HTMLElement>('[data-opens]')
      if (!by || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      setOpened({ name: by.dataset.opens ?? '', by })
    }
    const look = () => location.hash.startsWith('#labels=') && setOpened({ name: 'brought' })
    look()
    if (mayHaveLabels()) void import('#components/labels/show-labels.ts').then(({ showLabels }) => showLabels())
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('keydown', press, { signal })
    // Before a link is followed.
    document.addEventListener('click', click, { signal, capture: true })
    window.addEventListener('hashchange', look, { signal })
    return () => stop.abort()
  }, [])
  return (
    <LazyBoundary missing={<NotLoaded />}>
      {opened && (
        <Dialogs opened={opened} keys={keys.current} chains={chains} onClose={() => setOpened({ name: '' })} />
      )}
    </LazyBoundary>
  )
}
