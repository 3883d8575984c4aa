'use client'

import { useEffect, useState } from 'react'
import { copyText } from '#components/ui/copy-text.ts'
import type { OpenedDialog } from './opened-dialog.ts'
import { focusRow } from './row-focus.ts'

const messageMs = 2_000

/** Copies the subject of the page: presses its first visible copy button, which reports the outcome. */
const copySubject = (): void =>
  [...document.querySelectorAll<HTMLElement>('main button.copy')].find((button) => button.checkVisibility())?.click()

const copyLink = async (): Promise<string> =>
  (await copyText(location.href)) ? 'Link copied' : 'The browser blocked copying the link'

/** Keys with immediate actions and their messages: removes handled keys from `keys`. */
export const KeyActions = ({ pressed, keys }: { pressed: OpenedDialog; keys: string[] }) => {
  const [message, setMessage] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press is another object
  useEffect(() => {
    for (const key of keys.splice(0)) {
      if (key === 'j') focusRow(1)
      if (key === 'k') focusRow(-1)
      if (key === 'c') copySubject()
      if (key === 'y') void copyLink().then(setMessage)
    }
  }, [pressed, keys])
  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(() => setMessage(undefined), messageMs)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center">
      {message && <span className="rounded-lg bg-ink px-4 py-2 text-canvas text-sm shadow-lg">{message}</span>}
    </div>
  )
}
