'use client'

import './globals.css'
import { Button } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'

/** When even the frame of the pages fails. */
export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Spyglass failed</title>
        <main className="mx-auto max-w-2xl py-16">
          <ErrorState
            title="Spyglass could not show this page"
            requestId={error.digest}
            action={
              <Button look="primary" onClick={() => retry()}>
                Try again
              </Button>
            }
          >
            The server's log says more.
          </ErrorState>
        </main>
      </body>
    </html>
  )
}
