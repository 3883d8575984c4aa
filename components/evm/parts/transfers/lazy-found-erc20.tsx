'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'

/** Loaded with the first filter. */
const Found = lazy(() => import('./found-erc20-transfers.tsx'))

export const FoundErc20Transfers = (props: ComponentProps<typeof Found>) => (
  <LazyBoundary>
    <Found {...props} />
  </LazyBoundary>
)
