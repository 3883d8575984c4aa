import { type Coverage, completeHeader, coverageHeader, coverageText, declaredCompleteness } from '#lib/api/coverage.ts'
import { coverageSentence } from '#lib/api/coverage-sentence.ts'
import type { PageAnswer, PageContent } from './page-content.ts'

type Answers = Pick<PageContent, 'answers'>

/** Whether a response is complete; undefined if unknown. */
const isCompleteAnswer = ({ coverage, answer }: PageAnswer): boolean | undefined =>
  coverage?.isComplete ?? declaredCompleteness(answer)

/** The coverage shown for a page: the first incomplete one, or else the first. */
const decidingCoverage = ({ answers }: Answers): Coverage | undefined => {
  const known = answers.flatMap(({ coverage }) => coverage ?? [])
  return known.find(({ isComplete }) => !isComplete) ?? known[0]
}

/** True only if every response with a known coverage is complete. */
export const isCompletePage = ({ answers }: Answers): boolean | undefined => {
  const verdicts = answers.flatMap((answer) => isCompleteAnswer(answer) ?? [])
  return verdicts.length === 0 ? undefined : verdicts.every(Boolean)
}

export const pageCoverageHeaders = (page: Answers): Record<string, string> => {
  const isComplete = isCompletePage(page)
  const coverage = decidingCoverage(page)
  return {
    ...(isComplete !== undefined && { [completeHeader]: String(isComplete) }),
    ...(coverage && { [coverageHeader]: coverageText(coverage) }),
  }
}

/** The note about missing rows; undefined if the page is complete or nothing is known. */
export const pageCoverageSentence = (page: Answers): string | undefined => {
  const coverage = decidingCoverage(page)
  return coverage && coverageSentence(coverage)
}
