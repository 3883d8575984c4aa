'use client'

import { lazy, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { NotLoaded } from '#components/ui/loading/not-loaded.tsx'

const CheckedAgain = lazy(() => import('./checked-again.tsx').then(({ CheckedAgain }) => ({ default: CheckedAgain })))

/** Verifies a block with the node again; the code for it is loaded when the button is pressed. */
export const CheckAgain = ({ chain, block }: { chain: string; block: string }) => {
  const [isRequested, setIsRequested] = useState(false)
  const row = 'flex min-h-13 items-center justify-end border-line border-t px-4 py-2'
  const waiting = (
    <div className={row}>
      <Button onClick={() => setIsRequested(true)} disabled={isRequested}>
        {isRequested ? 'Checking…' : 'Check again'}
      </Button>
    </div>
  )
  if (!isRequested) return waiting
  return (
    <LazyBoundary fallback={waiting} missing={<NotLoaded />}>
      <CheckedAgain chain={chain} block={block} />
    </LazyBoundary>
  )
}
