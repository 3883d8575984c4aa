'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'

/** A page has one of the two: the other one is not loaded. */
const Approvals = lazy(() => import('./approval-list.tsx').then((it) => ({ default: it.ApprovalList })))
const Allowances = lazy(() => import('./allowance-list.tsx').then((it) => ({ default: it.AllowanceList })))

export const LazyApprovalList = (props: ComponentProps<typeof Approvals>) => (
  <LazyBoundary>
    <Approvals {...props} />
  </LazyBoundary>
)

export const LazyAllowanceList = (props: ComponentProps<typeof Allowances>) => (
  <LazyBoundary>
    <Allowances {...props} />
  </LazyBoundary>
)
