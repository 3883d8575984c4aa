'use client'

import './globals.css'

/** When even the frame of the pages fails. Nothing else is needed to say so: what it would need may be what failed. */
export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>This page failed</title>
        <main role="alert" className="grid justify-items-center gap-2 px-4 py-26 text-center">
          <p className="font-medium">This page could not be shown</p>
          <p className="text-muted text-sm">
            The server’s log has details{error.digest && `, request ${error.digest}`}.
          </p>
          <button
            type="button"
            onClick={() => retry()}
            className="rounded-lg bg-accent px-3 py-1.5 text-on-accent text-sm"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
