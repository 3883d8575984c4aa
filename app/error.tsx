'use client'

import { lazy } from 'react'
import type { PageFailure } from '#components/shell/page-fault.tsx'
import { Button } from '#components/ui/button.tsx'
import { Late } from '#components/ui/late.tsx'
import { isLoadFault } from '#components/ui/load-fault.ts'

/** Few visitors ever see it. */
const PageFault = lazy(() => import('#components/shell/page-fault.tsx').then((it) => ({ default: it.PageFault })))

/** Needs no more code: what would say it better may not come either. */
const unloaded = (
  <div
    role="alert"
    className="flex flex-col items-center gap-3 rounded-xl border border-line bg-surface px-4 py-10 text-center"
  >
    <p className="font-medium">A part of this page could not be loaded</p>
    <p className="text-muted text-sm">The connection failed, or Spyglass was updated while this page was open.</p>
    <Button onClick={() => location.reload()}>Load the page again</Button>
  </div>
)

export default function PageError(failure: PageFailure) {
  if (isLoadFault(failure.error)) return unloaded
  return (
    <Late fallback={null} missing={unloaded}>
      <PageFault {...failure} />
    </Late>
  )
}
