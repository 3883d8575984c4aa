'use client'

import { type ComponentProps, lazy } from 'react'
import { InBrowser } from '#components/ui/in-browser.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { LabelsView as View } from './labels-view.tsx'

const LabelsView = lazy(() => import('./labels-view.tsx').then(({ LabelsView }) => ({ default: LabelsView })))

/** What the page lists is in the browser. */
export const LabelsSlot = (props: ComponentProps<typeof View>) => (
  <InBrowser place={<Skeleton className="h-64 w-full rounded-xl" />}>
    <LabelsView {...props} />
  </InBrowser>
)
