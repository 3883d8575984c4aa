'use client'

import { lazy, type ReactNode } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { Suspicion } from '#lib/format/look-alike.ts'

const SuspicionBadge = lazy(() => import('./suspicion-badge.tsx').then((it) => ({ default: it.SuspicionBadge })))
const LookAlike = lazy(() => import('./look-alike.tsx').then((it) => ({ default: it.LookAlike })))

type Props = { suspicion: Suspicion | undefined; children: ReactNode }

/** `children`, or the reason in a suspicious row. Few lists have such a row, so its code is loaded on demand. */
export const KindOrReason = ({ suspicion, children }: Props) =>
  suspicion ? (
    <LazyBoundary fallback={children}>
      <SuspicionBadge {...suspicion} />
    </LazyBoundary>
  ) : (
    children
  )

/** `children`, or both addresses if one imitates the other. */
export const AddressOrBoth = ({ suspicion, chain, address, children }: Props & { chain: string; address: string }) =>
  suspicion?.imitated ? (
    <LazyBoundary fallback={children}>
      <LookAlike chain={chain} address={address} imitated={suspicion.imitated} />
    </LazyBoundary>
  ) : (
    children
  )
