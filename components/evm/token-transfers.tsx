'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/lazy-boundary.tsx'
import type { Erc20Transfers } from './transfer-pages.tsx'

/** A token's front page shows transfers or items: the code of the former is not part of the latter's first load. */
const Transfers = lazy(() => import('./transfer-pages.tsx').then((it) => ({ default: it.Erc20Transfers })))

export const TokenTransfers = (props: ComponentProps<typeof Erc20Transfers>) => (
  <LazyBoundary>
    <Transfers {...props} />
  </LazyBoundary>
)
