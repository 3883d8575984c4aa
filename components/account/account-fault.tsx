import { responseRequestId } from '#components/browser-send.ts'
import { isServiceError } from '#lib/base/errors.ts'

/** An error of the account page, beside the failed action. */
export const AccountFault = ({ error }: { error: unknown }) => {
  if (error === undefined) return null
  const requestId = responseRequestId(error)
  return (
    <p role="alert" className="text-bad text-sm">
      {isServiceError(error)
        ? [error.message, ...(error.details ?? []).map(({ name, message }) => `${name} ${message}.`)].join(' ')
        : 'The server did not answer. Please try again.'}
      {requestId && (
        <span className="block text-muted text-xs">
          Request <code className="select-all break-all font-mono">{requestId}</code>
        </span>
      )}
    </p>
  )
}
