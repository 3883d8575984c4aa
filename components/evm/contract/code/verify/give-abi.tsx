'use client'

import { type ComponentProps, lazy, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'

const AbiForm = lazy(() => import('./abi-form.tsx').then(({ AbiForm }) => ({ default: AbiForm })))

/** Opens the form that takes an ABI of a contract; its code is loaded then. */
export const GiveAbi = (form: ComponentProps<typeof AbiForm>) => {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>Give its ABI</Button>
  return (
    <LazyBoundary>
      <AbiForm {...form} />
    </LazyBoundary>
  )
}
