'use client'

import { requestIdOf } from '#components/browser-send.ts'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { isLoadFault } from '#components/ui/load-fault.ts'
import { Panel } from '#components/ui/panel.tsx'

export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Panel>
      {isLoadFault(error) ? (
        <ErrorState
          title="A part of this page could not be loaded"
          action={<Button onClick={() => location.reload()}>Load the page again</Button>}
        >
          The connection failed, or Spyglass was updated while this page was open.
        </ErrorState>
      ) : (
        <ErrorState
          title="This page failed"
          requestId={requestIdOf(error) ?? error.digest}
          action={
            <>
              <Button look="primary" onClick={() => retry()}>
                Try again
              </Button>
              <a href="/status" className={buttonClasses()}>
                Status
              </a>
            </>
          }
        >
          It is a fault of this server and not of your request. Its log says more under the number below.
        </ErrorState>
      )}
    </Panel>
  )
}
