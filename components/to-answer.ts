import { type ErrorCode, isServiceError } from '#lib/base/errors.ts'
import { cutTexts } from '#lib/format/cut-texts.ts'
import type { Answer } from '#lib/pages/question.ts'

/** Whether another source may still serve the rest of the page. */
export const isNotServed = ({ code }: { code: ErrorCode }): boolean =>
  code === 'not_available' || code === 'chain_not_served'

/** Turns expected errors into data for the page, and cuts long texts. Any other error is a bug and goes to `error.tsx`. */
export const toAnswer = async <T>(question: Promise<T>): Promise<Answer<T>> => {
  try {
    return { data: cutTexts(await question) }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { fault: { code: error.code, message: error.message, details: error.details ?? [] } }
  }
}
