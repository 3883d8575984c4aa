import type { Questions } from '#lib/pages/page-definition.ts'

/** The questions of all families, in their order. Each names its own apart from the others'. */
export const allQuestions = (sections: readonly { questions: Questions }[]): Questions =>
  Object.assign({}, ...sections.map(({ questions }) => questions))
