import { isServiceError, type ServiceError } from '#lib/base/errors.ts'

/** The error that a call rejects with, which must be one that callers are told. */
export const serviceErrorOf = async (call: Promise<unknown>): Promise<ServiceError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isServiceError(error)) throw new Error(`expected a ServiceError, got ${String(error)}`)
  return error
}
