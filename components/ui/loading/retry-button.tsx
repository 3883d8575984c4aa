'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '#components/ui/button.tsx'

/** Renders the page again on the server: for a part that the server could not get. */
export const RetryButton = () => {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  return (
    <Button disabled={isPending} onClick={() => startTransition(() => router.refresh())}>
      {isPending ? 'Trying…' : 'Try again'}
    </Button>
  )
}
