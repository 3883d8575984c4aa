'use client'

import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { LabelsView as View } from './labels-view.tsx'

const LabelsView = lazy(() => import('./labels-view.tsx').then(({ LabelsView }) => ({ default: LabelsView })))

const place = <Skeleton className="h-64 w-full rounded-xl" />

/** What the page lists is in the browser: a server has nothing to render of it, and none of its code runs there. */
export const LabelsSlot = (props: ComponentProps<typeof View>) => {
  const [isInBrowser, setIsInBrowser] = useState(false)
  useEffect(() => setIsInBrowser(true), [])
  return <Suspense fallback={place}>{isInBrowser ? <LabelsView {...props} /> : place}</Suspense>
}
