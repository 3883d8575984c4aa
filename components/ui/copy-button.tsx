'use client'

import { type ComponentProps, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { copyText } from './copy-text.ts'

const shownMs = 1_600

const messages = { pending: '', copied: 'Copied', refused: 'The browser blocked copying' } as const

/** Copies `value` unchanged. `label` names it: `Copy address`. */
export const CopyButton = ({
  value,
  label,
  className,
  ...props
}: Omit<ComponentProps<'button'>, 'value'> & { value: string; label: string }) => {
  const [outcome, setOutcome] = useState<keyof typeof messages>()
  useEffect(() => {
    if (outcome === undefined || outcome === 'pending') return
    const timer = setTimeout(() => setOutcome(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    // The live region is in the document before it gets its text, or screen readers do not announce it.
    setOutcome('pending')
    setOutcome((await copyText(value)) ? 'copied' : 'refused')
  }
  return (
    <button
      type="button"
      {...props}
      onClick={copy}
      title={(outcome && messages[outcome]) || label}
      className={classNames('copy', outcome === 'copied' && 'done', className)}
    >
      {outcome && (
        <span role="status" className="copy-said">
          {messages[outcome]}
        </span>
      )}
    </button>
  )
}
