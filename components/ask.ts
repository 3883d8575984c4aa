import { type ErrorCode, isServiceError, type ParameterFault } from '#lib/api/errors.ts'

/** Why a part of a page has no data: an answer too, shown in its place. */
type Fault = { code: ErrorCode; message: string; details: readonly ParameterFault[] }

export type Answer<T> = { data: T; fault?: undefined } | { data?: undefined; fault: Fault }

/** Turns the errors that are answers into data for the page. Anything else is a bug and goes to `error.tsx`. */
export const ask = async <T>(question: Promise<T>): Promise<Answer<T>> => {
  try {
    return { data: await question }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { fault: { code: error.code, message: error.message, details: error.details ?? [] } }
  }
}
