'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { type TextPath, textAt } from './text-at.ts'

/** The start of a long text, and a button that fetches all of it from the API. */
export const WholeText = ({
  address,
  path,
  size,
  label,
  wrap,
  className,
  children,
}: {
  /** The request that returns the text. */
  address: string
  path: TextPath
  size: string
  label: string
  wrap?: boolean
  className?: string
  /** The start of the text. */
  children: ReactNode
}) => {
  const [whole, setWhole] = useState<string>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  if (whole !== undefined) return <RawText value={whole} label={label} wrap={wrap} className={className} />
  const load = async () => {
    setState('loading')
    try {
      const response = await fetch(address, { headers: { accept: 'application/json' } })
      if (!response.ok) return setState('failed')
      setWhole(textAt(await response.json(), path))
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={className}>
      {children}
      <p className="mt-2 flex flex-wrap items-center gap-2 text-muted text-xs">
        <Button onClick={load} disabled={state === 'loading'}>
          {state === 'loading' ? 'Loading…' : `Show all ${size}`}
        </Button>
        <span role="status">
          {state === 'failed' ? 'It could not be loaded. Try again.' : 'Only the start is shown.'}
        </span>
      </p>
    </div>
  )
}
