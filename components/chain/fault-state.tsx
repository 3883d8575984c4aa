import { ErrorState } from '#components/ui/error-state.tsx'
import { RetryButton } from '#components/ui/retry-button.tsx'
import { NotIndexedState } from '#components/ui/state.tsx'
import type { ErrorCode } from '#lib/api/errors.ts'

/** What stands where an answer is missing: not available here, or failed. Both can be tried again. */
export const FaultState = ({ code, message }: { code: ErrorCode; message: string }) => {
  if (code === 'not_available')
    return (
      <NotIndexedState title="Not available here" action={<RetryButton />}>
        {message}
      </NotIndexedState>
    )
  return (
    <ErrorState
      title={code === 'invalid_request' ? 'This cannot be asked' : 'This could not be loaded'}
      action={code === 'invalid_request' ? undefined : <RetryButton />}
    >
      {message}
    </ErrorState>
  )
}
