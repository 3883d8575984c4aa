'use client'

import { lazy, Suspense } from 'react'

/** Only who is signed in can sign out, and few visitors are. */
const SignOutButtons = lazy(() =>
  import('./sign-out-buttons.tsx').then(({ SignOutButtons }) => ({ default: SignOutButtons })),
)

export const SignOutSlot = ({ className }: { className: string }) => (
  <Suspense>
    <SignOutButtons className={className} />
  </Suspense>
)
