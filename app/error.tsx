'use client'

import { requestIdOf } from '#components/browser-send.ts'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Panel } from '#components/ui/panel.tsx'

/** A new version was installed while this page was open: its parts are gone, and a fresh load gets the new ones. */
const isOutdated = (error: Error): boolean =>
  /ChunkLoadError|Failed to load chunk|dynamically imported/i.test(`${error.name} ${error.message}`)

export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Panel>
      {isOutdated(error) ? (
        <ErrorState title="A new version is here" action={<Button onClick={() => location.reload()}>Load it</Button>}>
          Spyglass was updated while this page was open.
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
