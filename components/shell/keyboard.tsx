'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import type { ChainChoice } from './chain-choice.ts'
import { isTyping } from './is-typing.ts'

/** Most visitors never open either: they come when they are asked for. */
const KeyHelp = lazy(() => import('./key-help.tsx').then(({ KeyHelp }) => ({ default: KeyHelp })))
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then(({ CommandPalette }) => ({ default: CommandPalette })),
)

const saidMs = 2_000

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
 * opens the commands. The search box has `/`, and links that have a key of their own are followed by it.
 */
export const Keyboard = ({ chains }: { chains: readonly ChainChoice[] }) => {
  const [dialog, setDialog] = useState<'help' | 'commands'>()
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
      '?': () => setDialog('help'),
      '.': () => setDialog('commands'),
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
      if (event.target instanceof Element && event.target.closest('[data-key-help]')) setDialog('help')
    }
    document.addEventListener('keydown', press)
    document.addEventListener('click', click)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('click', click)
    }
  }, [])
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), saidMs)
    return () => clearTimeout(timer)
  }, [said])
  const close = () => setDialog(undefined)
  return (
    <>
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center">
        {said && <span className="rounded-lg bg-ink px-4 py-2 text-canvas text-sm shadow-lg">{said}</span>}
      </div>
      <Suspense>
        {dialog === 'help' && <KeyHelp onClose={close} />}
        {dialog === 'commands' && <CommandPalette chains={chains} onClose={close} />}
      </Suspense>
    </>
  )
}
