'use client'

import { lazy, type ReactNode } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { Suspicion } from '#lib/format/look-alike.ts'

const SuspicionBadge = lazy(() => import('./suspicion-badge.tsx').then((it) => ({ default: it.SuspicionBadge })))
const LookAlike = lazy(() => import('./look-alike.tsx').then((it) => ({ default: it.LookAlike })))

type Props = { suspicion: Suspicion | undefined; children: ReactNode }

/** `children`, but in a suspicious row why it is one. Few lists have such a row: what shows it is loaded then. */
export const KindOrReason = ({ suspicion, children }: Props) =>
  suspicion ? (
    <LazyBoundary fallback={children}>
      <SuspicionBadge {...suspicion} />
    </LazyBoundary>
  ) : (
    children
  )

/** `children`, but of an address that imitates another both of them. */
export const AddressOrBoth = ({ suspicion, chain, address, children }: Props & { chain: string; address: string }) =>
  suspicion?.imitated ? (
    <LazyBoundary fallback={children}>
      <LookAlike chain={chain} address={address} imitated={suspicion.imitated} />
    </LazyBoundary>
  ) : (
    children
  )
