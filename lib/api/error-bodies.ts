import { errorCodes, type ServiceError } from '#lib/base/errors.ts'

/** Renders the body of an error as the clients of one API expect it. */
export type RenderError = (error: ServiceError, requestId: string) => Record<string, unknown>

/** The form of most APIs: clients read `message`; `details` lists every bad parameter (interface-facts §1.5). */
export const renderPlainError: RenderError = ({ message, code, details }, requestId) => ({
  message,
  code,
  ...(details && { details }),
  request_id: requestId,
})

/** Status texts as frameworks with this error format write them. */
const statusWords: Record<(typeof errorCodes)[keyof typeof errorCodes], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/**
 * The format of NestJS: `message` is a list of sentences for invalid parameters, else a text (interface-facts §4, §5).
 */
export const renderNestError: RenderError = ({ message, code, details }, requestId) => {
  const status = errorCodes[code]
  return {
    statusCode: status,
    message: details?.length ? details.map((fault) => `${fault.name} ${fault.message}`) : message,
    error: statusWords[status],
    code,
    request_id: requestId,
  }
}
