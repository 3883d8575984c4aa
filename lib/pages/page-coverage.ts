import { type Coverage, completeHeader, completenessSaid, coverageHeader, coverageText } from '#lib/api/coverage.ts'
import { coverageSentence } from '#lib/api/coverage-sentence.ts'
import type { PageAnswer, PageContent } from './page-content.ts'

type Answers = Pick<PageContent, 'answers'>

/** Whether one answer is complete; undefined if no one knows. */
const isCompleteAnswer = ({ coverage, answer }: PageAnswer): boolean | undefined =>
  coverage?.isComplete ?? completenessSaid(answer)

/** The answer that lacks most decides what is said of a page: one that is incomplete, or else the first. */
const decidingCoverage = ({ answers }: Answers): Coverage | undefined => {
  const known = answers.flatMap(({ coverage }) => coverage ?? [])
  return known.find(({ isComplete }) => !isComplete) ?? known[0]
}

/** Complete only where every answer that says something is. */
export const isCompletePage = ({ answers }: Answers): boolean | undefined => {
  const said = answers.flatMap((answer) => isCompleteAnswer(answer) ?? [])
  return said.length === 0 ? undefined : said.every(Boolean)
}

export const pageCoverageHeaders = (page: Answers): Record<string, string> => {
  const isComplete = isCompletePage(page)
  const coverage = decidingCoverage(page)
  return {
    ...(isComplete !== undefined && { [completeHeader]: String(isComplete) }),
    ...(coverage && { [coverageHeader]: coverageText(coverage) }),
  }
}

/** What a reader must know of the page; undefined if all of it is complete, or nothing is known. */
export const pageCoverageSentence = (page: Answers): string | undefined => {
  const coverage = decidingCoverage(page)
  return coverage && coverageSentence(coverage)
}
