import type { Questions } from '#lib/pages/page-definition.ts'

/** The questions of all families, in their order, under separate names. */
export const allQuestions = (sections: readonly { questions: Questions }[]): Questions =>
  Object.assign({}, ...sections.map(({ questions }) => questions))
