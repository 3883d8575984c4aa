import { type Coverage, coverageSentence, coverageText } from '#lib/api/coverage.ts'
import { fitAnswer } from '#lib/api/fit-answer.ts'
import { answerText } from './answer-text.ts'
import { shownText, shownValue } from './foreign-text.ts'
import type { ToolAnswer, ToolCoverage } from './tool.ts'

/** Of a result with both of its forms: assistants refuse results of more than about 25,000 tokens, and pay for each. */
const resultBytesMax = 24_000
/** What the frame of a result, and the escapes of its text, take besides. */
const frameBytes = 400

export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** The fields that every answer has, for clients. */
export const outputSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    chain: { type: ['string', 'null'] },
    block: { type: ['string', 'null'] },
    coverage: { type: ['object', 'null'] },
    truncated: { type: 'boolean' },
    next: { type: ['string', 'null'] },
  },
  required: ['chain', 'block', 'coverage', 'truncated', 'next'],
}

export const toolCoverage = (coverage: Coverage): ToolCoverage => {
  const note = coverageSentence(coverage)
  return {
    complete: coverage.isComplete,
    from: coverage.ranges.at(-1)?.first.toString() ?? null,
    to: coverage.ranges[0]?.last.toString() ?? null,
    ...(coverage.rangeCount > 1 && { ranges: coverageText(coverage) }),
    ...(note !== undefined && { note }),
  }
}

const bytesOf = (result: ToolResult): number => Buffer.byteLength(JSON.stringify(result))

/** An answer as a result of at most 24 kB: rows at its end are left out, then long texts are cut. `next` says how to get the rest. */
export const toolResult = (
  tool: string,
  { chain, block, coverage, indexed, facts = {}, list, hint }: ToolAnswer,
): ToolResult => {
  const rows = list?.page.rows ?? []
  const shown = shownValue({ facts, rows: [...rows] })
  const render = (count: number, parts: typeof shown.value, isCut: boolean): ToolResult => {
    const cursor = list?.page.cursorAfter(count) ?? null
    const next = nextStep({
      tool,
      cursor,
      count,
      coverage,
      indexed,
      hint,
      isEmpty: list?.isOfRange === true && rows.length === 0,
    })
    const head = { chain, block, coverage, truncated: isCut || count < rows.length, next }
    const body = { ...parts.facts, ...(list && { [list.name]: parts.rows.slice(0, count) }) }
    return {
      content: [{ type: 'text', text: answerText({ ...head, ...body }, ['next', 'coverage.note']) }],
      structuredContent: { ...head, ...(cursor !== null && { cursor }), ...body },
    }
  }
  const fits = (count: number): boolean => bytesOf(render(count, shown.value, shown.isCut)) <= resultBytesMax
  if (fits(rows.length)) return render(rows.length, shown.value, shown.isCut)
  // The number of rows that fit, by halves: at least one is shown, or its list would never end.
  let [enough, tooMany] = [0, rows.length]
  while (enough + 1 < tooMany) {
    const middle = (enough + tooMany) >> 1
    if (fits(middle)) enough = middle
    else tooMany = middle
  }
  if (enough > 0) return render(enough, shown.value, shown.isCut)
  const count = Math.min(1, rows.length)
  const one = { facts: shown.value.facts, rows: shown.value.rows.slice(0, count) }
  for (let bytesMax = resultBytesMax / 2 - frameBytes; ; bytesMax *= 0.8) {
    const result = render(count, fitAnswer(one, Math.floor(bytesMax)).value, true)
    if (bytesOf(result) <= resultBytesMax || bytesMax < frameBytes) return result
  }
}

type Step = Pick<ToolAnswer, 'coverage' | 'indexed' | 'hint'> & {
  tool: string
  cursor: string | null
  count: number
  isEmpty: boolean
}

/** What to do next, in words: models do not notice a field that they must send back. */
const nextStep = ({ tool, cursor, count, coverage, indexed, hint, isEmpty }: Step): string | null => {
  const sentences = [
    ...(cursor === null
      ? []
      : [`Call ${tool} again with cursor=${cursor} and the same arguments for what follows these ${count} rows.`]),
    ...(isEmpty && coverage?.complete === false ? [emptySentence(coverage, indexed ?? coverage)] : []),
    ...(hint === undefined ? [] : [hint]),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

const rangesOf = ({ from, to, ranges }: ToolCoverage): string => ranges ?? (from === null ? 'none' : `${from}-${to}`)

const emptySentence = (coverage: ToolCoverage, indexed: ToolCoverage): string =>
  coverage.from === null
    ? `This empty list does not mean that there is nothing: the requested range is not indexed here. Indexed: ${rangesOf(indexed)}.`
    : `This empty list does not mean that there is nothing: of the requested range, only ${rangesOf(coverage)} is indexed here.`

/** An error as a result, which a model reads and may mend. */
export const errorResult = (text: string): ToolResult => ({
  content: [{ type: 'text', text: shownText(text).slice(0, 4_000) }],
  isError: true,
})
