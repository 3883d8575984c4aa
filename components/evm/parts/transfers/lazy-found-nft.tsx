'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'

/** Loaded with the first filter. */
const Found = lazy(() => import('./found-nft-transfers.tsx'))

export const FoundNftTransfers = (props: ComponentProps<typeof Found>) => (
  <LazyBoundary>
    <Found {...props} />
  </LazyBoundary>
)
