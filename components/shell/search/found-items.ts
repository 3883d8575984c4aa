import { browserFamilies } from '#components/browser-families.ts'
import type { SuggestedItem } from '#components/family.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { recognise } from '#lib/recognise/recognise.ts'

/** Items found for a text so far. */
export type FoundItems = {
  text: string
  state: 'loading' | 'done' | 'failed'
  items: readonly SuggestedItem[]
  /** Titles of chains that have not answered. */
  unanswered: readonly string[]
}

/** Typing pauses for this long before the server is asked. */
const pauseMs = 150
/** What is found by then is shown; the rest joins it. */
const firstWaitMs = 500
const lengthMin = 2
const lengthMax = 128

/** Whether the server is asked: ids are recognised without it. */
const isAsked = (text: string): boolean =>
  text.length >= lengthMin &&
  text.length <= lengthMax &&
  (recognise(text).length === 0 || shortHexDigits(text) !== undefined)

type Answer = { items: readonly SuggestedItem[]; unanswered: readonly string[] } | 'failed'

type Suggest = NonNullable<(typeof browserFamilies)[number]['suggest']>

const suggestOfFamilies: readonly Suggest[] = browserFamilies.flatMap(({ suggest }) => suggest ?? [])

/** Reports the items of a text as they are found. Returns a function that stops it. */
export const findItems = (
  given: string,
  report: (found: FoundItems | undefined) => void,
  suggesting: readonly Suggest[] = suggestOfFamilies,
): (() => void) => {
  const text = given.trim()
  if (!isAsked(text)) {
    report(undefined)
    return () => {}
  }
  const controller = new AbortController()
  const { signal } = controller
  const answers: (Answer | undefined)[] = suggesting.map(() => undefined)
  const show = () => {
    if (!signal.aborted) report(foundIn(text, answers))
  }
  const ask = async (index: number) => {
    const suggest = suggesting[index]
    const answer = async (waitMs?: number): Promise<Answer> =>
      (await suggest?.({ text, waitMs, signal }).catch(() => 'failed' as const)) ?? 'failed'
    const first = await answer(firstWaitMs)
    answers[index] = first
    if (first !== 'failed' && first.unanswered.length > 0) {
      show()
      const whole = await answer()
      if (whole !== 'failed') answers[index] = whole
    }
    show()
  }
  report({ text, state: 'loading', items: [], unanswered: [] })
  const timer = setTimeout(() => {
    for (const index of suggesting.keys()) void ask(index)
  }, pauseMs)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}

const foundIn = (text: string, answers: readonly (Answer | undefined)[]): FoundItems => {
  const answered = answers.filter((answer) => answer !== undefined && answer !== 'failed')
  const hasFailed = answers.every((answer) => answer === 'failed')
  return {
    text,
    state: answers.includes(undefined) ? 'loading' : hasFailed ? 'failed' : 'done',
    items: answered.flatMap(({ items }) => items),
    unanswered: answered.flatMap(({ unanswered }) => unanswered),
  }
}
