'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'

/** Loaded with the first filter. */
const load = () => import('./found-transfers.tsx')
const Erc20 = lazy(() => load().then((it) => ({ default: it.Erc20 })))
const Nfts = lazy(() => load().then((it) => ({ default: it.Nfts })))

export const FoundErc20Transfers = (props: ComponentProps<typeof Erc20>) => (
  <LazyBoundary>
    <Erc20 {...props} />
  </LazyBoundary>
)

export const FoundNftTransfers = (props: ComponentProps<typeof Nfts>) => (
  <LazyBoundary>
    <Nfts {...props} />
  </LazyBoundary>
)
