import { type ErrorCode, isServiceError, type ParameterFault } from '#lib/api/errors.ts'
import { cutTexts } from '#lib/format/cut-texts.ts'

/** Why a part of a page has no data: an answer too, shown in its place. */
type Fault = { code: ErrorCode; message: string; details: readonly ParameterFault[] }

/** Whether a source other than the asked one may still answer the rest of the page. */
export const isNotServed = ({ code }: Pick<Fault, 'code'>): boolean =>
  code === 'not_available' || code === 'chain_not_served'

export type Answer<T> = { data: T; fault?: undefined } | { data?: undefined; fault: Fault }

/**
 * Turns the errors that are answers into data for the page. Anything else is a bug and goes to `error.tsx`. Long texts are cut:
 * see `cutTexts`. A page that computes with them, or shows them by `LongText`, asks by `askWhole`.
 */
export const ask = async <T>(question: Promise<T>): Promise<Answer<T>> => {
  const answer = await askWhole(question)
  return answer.fault ? answer : { data: cutTexts(answer.data) }
}

/** The same with every text whole: what is passed on to a client component or rendered must be bounded by the page itself. */
export const askWhole = async <T>(question: Promise<T>): Promise<Answer<T>> => {
  try {
    return { data: await question }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { fault: { code: error.code, message: error.message, details: error.details ?? [] } }
  }
}
