import { requestIdOf } from '#components/browser-send.ts'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Panel } from '#components/ui/panel.tsx'

export type PageFailure = { error: Error & { digest?: string }; retry: () => void }

/** Stands in the place of a page that failed, with the ways on. */
export const PageFault = ({ error, retry }: PageFailure) => (
  <Panel>
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
  </Panel>
)
