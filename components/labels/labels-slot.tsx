'use client'

import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { LabelsView as View } from './labels-view.tsx'

/** What the page lists is in the browser: the server has nothing to render of it. */
const LabelsView = lazy(() => import('./labels-view.tsx').then(({ LabelsView }) => ({ default: LabelsView })))

export const LabelsSlot = (props: ComponentProps<typeof View>) => (
  <Suspense fallback={<Skeleton className="h-64 w-full rounded-xl" />}>
    <LabelsView {...props} />
  </Suspense>
)
