'use client'

import { type ComponentProps, lazy, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'

const VerifyForm = lazy(() => import('./verify-form.tsx').then(({ VerifyForm }) => ({ default: VerifyForm })))

/** Opens the form that verifies a contract; its code is loaded then. */
export const VerifyContract = (form: ComponentProps<typeof VerifyForm>) => {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>Verify this contract</Button>
  return (
    <LazyBoundary>
      <VerifyForm {...form} />
    </LazyBoundary>
  )
}
