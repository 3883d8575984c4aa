'use client'

import { type ComponentProps, lazy } from 'react'
import type { Erc20Transfers } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** A token's front page shows transfers or items: the code of the former is not part of the latter's first load. */
const Transfers = lazy(() =>
  import('#components/evm/parts/transfers/transfer-pages.tsx').then((it) => ({ default: it.Erc20Transfers })),
)

export const TokenTransfers = (props: ComponentProps<typeof Erc20Transfers>) => (
  <LazyBoundary fallback={<Skeleton data-loading className="m-4 h-40" />}>
    <Transfers {...props} />
  </LazyBoundary>
)
