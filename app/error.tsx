'use client'

import { responseRequestId } from '#components/browser-send.ts'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { isLoadFault } from '#components/ui/loading/load-fault.ts'

type PageFailure = { error: Error & { digest?: string }; retry: () => void }

/** Replaces the content of a page that failed. It needs no other code, which may be what could not be loaded. */
export default function PageError({ error, retry }: PageFailure) {
  const isUnloaded = isLoadFault(error)
  const requestId = responseRequestId(error) ?? error.digest
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-xl border border-line bg-surface px-4 py-10 text-center"
    >
      <p className="font-medium">{isUnloaded ? 'This part could not be loaded' : 'Something went wrong'}</p>
      <p className="text-muted text-sm">
        {isUnloaded
          ? 'The connection failed, or the server was updated.'
          : `The server log has the details${requestId ? `, under request ${requestId}` : ''}.`}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => (isUnloaded ? location.reload() : retry())}>
          {isUnloaded ? 'Reload the page' : 'Try again'}
        </Button>
        <Link href="/status" className={buttonClasses()}>
          Status
        </Link>
      </div>
    </div>
  )
}
