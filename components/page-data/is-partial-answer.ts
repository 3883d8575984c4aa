import type { PageAnswer } from '#lib/pages/page-content.ts'

/** Whether an answer of the page is known to lack rows. */
export const isPartialAnswer = (asked: readonly PageAnswer[], name: string): boolean =>
  asked.some((answer) => answer.name === name && answer.coverage?.isComplete === false)
