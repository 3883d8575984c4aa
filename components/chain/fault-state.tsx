import { isNotServed } from '#components/to-answer.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { RetryButton } from '#components/ui/loading/retry-button.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import type { ErrorCode } from '#lib/base/errors.ts'

/** Shown in place of a failed response. Temporary failures can be retried. */
export const FaultState = ({ code, message }: { code: ErrorCode; message: string }) => {
  if (isNotServed({ code }))
    return (
      <NotIndexedState title="Not available here" action={code === 'not_available' ? <RetryButton /> : undefined}>
        {message}
      </NotIndexedState>
    )
  return (
    <ErrorState
      title={code === 'invalid_request' ? 'Invalid request' : 'This could not be loaded'}
      action={code === 'invalid_request' ? undefined : <RetryButton />}
    >
      {message}
    </ErrorState>
  )
}
