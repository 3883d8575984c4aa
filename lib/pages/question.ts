import type { Coverage } from '#lib/api/coverage.ts'
import type { Api, Output, RawInput } from '#lib/api/endpoint.ts'
import type { ErrorCode, ParameterFault } from '#lib/api/errors.ts'
import type { RawParameters } from '#lib/api/raw-input.ts'

/** A call of one endpoint, as plain data: `api` and `name` are those of the reference pages. */
export type Call<Input extends RawParameters = RawParameters> = { api: string; name: string; input: Input }

/** A page of a list, as an endpoint returns it. */
export type ListPage = { result: readonly unknown[]; cursor: string | null }

/** Reduces a whole list while it is read page by page. */
export type Gathering<T = unknown> = {
  take: (page: ListPage) => void
  /** `stopped` says why reading ended before the list did; null at its end. */
  answer: (stopped: string | null) => T
}

type Options = {
  /** The page shows names and images only: long texts by strangers may be left out of what it reads. */
  brief?: boolean
  /** The page needs texts in full, and bounds what it shows of them itself. */
  isWhole?: boolean
  /** What the page as data keeps of the answer, where the endpoint returns much more than the page shows. */
  keep?: (answer: unknown) => unknown
  /** The page as data reads the whole list, and this is what becomes of it. */
  gather?: () => Gathering
  /** Which of several calls of one endpoint this is. */
  part?: string
  /** The page as data does not wait longer than this, and says so. */
  deadlineMs?: number
}

declare const answered: unique symbol

/** A call that a page makes, with the type of its answer. */
export type Question<T = unknown, Input extends RawParameters = RawParameters> = Call<Input> &
  Options & { readonly [answered]?: T }

/** Makes the questions of one API: `evmCall('block', { chain, block })`. */
export const questionsOf =
  <A extends Api>(api: string) =>
  <Name extends keyof A & string>(
    name: Name,
    input: RawInput<A[Name]>,
  ): Question<Output<A[Name]>, RawInput<A[Name]>> => ({
    api,
    name,
    input,
  })

/** A question whose answer, in the page as data, is what becomes of the whole list. */
export const gathered = <T>({ api, name, input }: Call, gather: () => Gathering<T>): Question<T> => ({
  api,
  name,
  input,
  gather,
})

/** Why a question has no answer; shown in the place of the answer. */
export type Fault = { code: ErrorCode; message: string; details: readonly ParameterFault[] }

/** What is known about an answer besides its data. */
export type Circumstances = {
  source?: string
  coverage?: Coverage
  /** Headers that the endpoint sets itself. */
  headers?: Readonly<Record<string, string>>
}

export type Answer<T> = Circumstances & ({ data: T; fault?: undefined } | { data?: undefined; fault: Fault })

/** Asks one question. The same question is asked once for a page, however many of its parts need it. */
export type Ask = <T>(question: Question<T>) => Promise<Answer<T>>
