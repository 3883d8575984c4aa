'use client'

import { type ComponentProps, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

/** A dialog over the page: Escape and a press beside it close it, and focus goes back to where it was. */
export const Modal = ({
  onClose,
  className,
  children,
  ...props
}: Omit<ComponentProps<'dialog'>, 'onClose'> & { onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes by Escape itself
    <dialog
      {...props}
      ref={dialog}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      className={classNames(
        'm-auto max-h-[85dvh] w-[min(34rem,calc(100vw-2rem))] overflow-hidden rounded-xl border border-line bg-surface p-0 text-ink shadow-xl backdrop:bg-black/40',
        className,
      )}
    >
      {children}
    </dialog>
  )
}
