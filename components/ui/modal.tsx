'use client'

import { X } from 'lucide'
import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/**
 * A dialog over the page: Escape or a click outside closes it, and focus returns to where it was. With `title` it has a
 * header with a close button.
 */
export const Modal = ({
  onClose,
  title,
  className,
  children,
  ...props
}: Omit<ComponentProps<'dialog'>, 'onClose' | 'title'> & { onClose: () => void; title?: string }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes by Escape itself
    <dialog
      aria-labelledby={title && id}
      {...props}
      ref={dialog}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      className={classNames(
        'm-auto max-h-[85dvh] w-[min(34rem,calc(100vw-2rem))] overflow-hidden rounded-xl border border-line bg-surface p-0 text-ink shadow-xl backdrop:bg-black/40',
        className,
      )}
    >
      {title && (
        <header className="flex items-center justify-between border-line border-b px-4 py-2">
          <h2 id={id} className="font-semibold text-sm">
            {title}
          </h2>
          <form method="dialog">
            <Button type="submit" look="quiet" aria-label="Close" className="px-2">
              <Icon of={X} size={16} />
            </Button>
          </form>
        </header>
      )}
      {children}
    </dialog>
  )
}
