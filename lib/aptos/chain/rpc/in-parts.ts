import { AnswerTooLarge } from './node-failure.ts'

/** Asks for half of a list as long as the answer is too large. @throws AnswerTooLarge for one item that is. */
export const inParts = async <T>(limit: number, ask: (limit: number) => Promise<T>): Promise<T> => {
  try {
    return await ask(limit)
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || limit <= 1) throw error
    return await inParts(Math.floor(limit / 2), ask)
  }
}
