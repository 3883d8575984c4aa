'use client'

import { Check, Copy } from 'lucide'
import { type ComponentProps, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { copyText } from './copy-text.ts'
import { Icon } from './icon.tsx'

const shownMs = 1_600

/** Copies `value` as it is. `label` says what it is: `Copy address`. */
export const CopyButton = ({
  value,
  label,
  className,
  ...props
}: Omit<ComponentProps<'button'>, 'value'> & { value: string; label: string }) => {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => copyText(value).then((done) => setOutcome(done ? 'copied' : 'refused'))
  const said = outcome === undefined ? label : outcome === 'copied' ? 'Copied' : 'The browser refused to copy'
  return (
    <button
      type="button"
      {...props}
      onClick={copy}
      aria-label={label}
      title={said}
      className={classNames(
        'hit inline-flex shrink-0 rounded p-1 align-middle text-muted hover:text-accent',
        className,
      )}
    >
      {outcome === 'copied' ? <Icon of={Check} size={14} className="text-good" /> : <Icon of={Copy} size={14} />}
      <span role="status" className="sr-only">
        {outcome && said}
      </span>
    </button>
  )
}
