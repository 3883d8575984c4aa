'use client'

import { lazy } from 'react'
import { Late } from '#components/ui/late.tsx'

/** Only who is signed in can sign out, and few visitors are. */
const SignOutButtons = lazy(() =>
  import('./sign-out-buttons.tsx').then(({ SignOutButtons }) => ({ default: SignOutButtons })),
)

export const SignOutSlot = ({ className }: { className: string }) => (
  <Late>
    <SignOutButtons className={className} />
  </Late>
)
