'use client'

import { lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'

/** Loaded for signed-in visitors only. */
const SignOutButtons = lazy(() =>
  import('./sign-out-buttons.tsx').then(({ SignOutButtons }) => ({ default: SignOutButtons })),
)

export const LazySignOutButtons = ({ className }: { className: string }) => (
  <LazyBoundary>
    <SignOutButtons className={className} />
  </LazyBoundary>
)
