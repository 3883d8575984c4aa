'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import type { ChainChoice } from './chain-choice.ts'
import type { OpenedDialog } from './dialogs.tsx'
import { isTyping } from './is-typing.ts'

/** Most visitors never open one: they come when they are asked for. */
const Dialogs = lazy(() => import('./dialogs.tsx'))

const saidMs = 2_000

/** Whether anything has a label here: that code comes for nobody else. The storage throws where it is forbidden. */
const hasLabels = (): boolean => {
  try {
    return 'labels' in localStorage || 'labels' in sessionStorage
  } catch {
    return false
  }
}

const moveFocus = async (step: 1 | -1): Promise<void> => {
  const { focusRow } = await import('./row-focus.ts')
  focusRow(step)
}

/** What the page is about, by its own first copy button, which says so itself. */
const copySubject = (): void =>
  [...document.querySelectorAll<HTMLElement>('main button[aria-label^="Copy "]')]
    .find((button) => button.checkVisibility())
    ?.click()

/**
 * The keys of every page: `j` `k` along rows, `y` copies the link, `c` the page's subject, `?` lists them all, Ctrl K or `.`
 * opens the commands. The search box has `/`, and links that have a key of their own are followed by it. A press on what has
 * `data-opens` opens the dialog of that name; where it is a link, that is what it is to those who ask for another tab. A file
 * that is held over the page, and labels that a link brings, have dialogs of their own.
 */
export const Keyboard = ({ chains }: { chains: readonly ChainChoice[] }) => {
  const [opened, setOpened] = useState<OpenedDialog>()
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    const copyLink = async () => {
      const { copyText } = await import('#components/ui/copy-text.ts')
      setSaid((await copyText(location.href)) ? 'Link copied' : 'The browser refused to copy the link')
    }
    const actions: Record<string, () => unknown> = {
      j: () => moveFocus(1),
      k: () => moveFocus(-1),
      y: copyLink,
      c: copySubject,
      '?': () => setOpened({ name: 'keys' }),
      '.': () => setOpened({ name: 'commands' }),
    }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!isCommand && (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))) return
      const action = isCommand ? actions['.'] : actions[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    const click = (event: MouseEvent) => {
      const by = event.target instanceof Element && event.target.closest<HTMLElement>('[data-opens]')
      if (!by || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      setOpened({ name: by.dataset.opens ?? '', by })
    }
    const drag = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer?.types.includes('Files')) setOpened({ name: 'drop' })
    }
    document.addEventListener('dragenter', drag)
    document.addEventListener('keydown', press)
    // Before a link is followed.
    document.addEventListener('click', click, true)
    return () => {
      document.removeEventListener('dragenter', drag)
      document.removeEventListener('keydown', press)
      document.removeEventListener('click', click, true)
    }
  }, [])
  useEffect(() => {
    const look = () => location.hash.startsWith('#labels=') && setOpened({ name: 'brought' })
    look()
    window.addEventListener('hashchange', look)
    if ('account' in document.documentElement.dataset || hasLabels())
      void import('#components/labels/show-labels.ts').then(({ showLabels }) => showLabels())
    return () => window.removeEventListener('hashchange', look)
  }, [])
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <>
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center">
        {said && <span className="rounded-lg bg-ink px-4 py-2 text-canvas text-sm shadow-lg">{said}</span>}
      </div>
      <Suspense>
        {opened && <Dialogs opened={opened} chains={chains} onClose={() => setOpened({ name: '' })} />}
      </Suspense>
    </>
  )
}
