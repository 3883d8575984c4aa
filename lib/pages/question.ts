import type { Coverage } from '#lib/api/coverage.ts'
import type { Endpoint, NamedEndpoint, Output, RawInput } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { Route } from '#lib/api/route.ts'
import type { ErrorCode, ParameterFault } from '#lib/base/errors.ts'

/** A call of an endpoint as plain data: `api` and `name` are those of the reference pages, `path` begins at the root of the site. */
export type Call<Input extends RawParameters = RawParameters> = Pick<Route, 'method' | 'path' | 'paged'> & {
  api: string
  name: string
  input: Input
}

/** A page of a list, as an endpoint returns it. */
export type GatheredPage = { result: readonly unknown[]; cursor: string | null }

/** Reduces a whole list, page by page. */
export type Gathering<T = unknown> = {
  take: (page: GatheredPage) => void
  /** `stopped` says why reading ended early; null at the end of the list. */
  answer: (stopped: string | null) => T
}

type Options = {
  /** The page shows only names and images, so that long untrusted texts may be left out. */
  brief?: boolean
  /** The page needs full texts, and limits what it shows of them itself. */
  isWhole?: boolean
  /** Page data reads the whole list and reduces it with this. */
  gather?: () => Gathering
  /** Distinguishes several calls of one endpoint. */
  part?: string
  /** The time limit of page data for this question; beyond it, the question is reported as missing. */
  deadlineMs?: number
}

declare const answered: unique symbol

/** A call that a page makes, with the type of its response. */
export type Question<T = unknown, Input extends RawParameters = RawParameters> = Call<Input> &
  Options & {
    readonly [answered]?: T
    /** Reduces a response for page data, if the endpoint returns much more than the page shows. */
    keep?(answer: T): unknown
  }

/** A question to this endpoint. */
export type QuestionTo<E extends Endpoint> = Question<Output<E>, RawInput<E>>

/** A question to an endpoint: `callTo(gasPriceEndpoints.evmGas, { chain })`. */
export const callTo = <E extends NamedEndpoint>(
  { root, name, method, path, paged }: E,
  input: RawInput<E>,
): QuestionTo<E> => ({ api: root.name, name, method, path: root.basePath + path, paged, input })

/** A question whose answer in page data is reduced from the whole list. */
export const gathered = <T>(call: Call, gather: () => Gathering<T>): Question<T> => ({ ...call, gather })

/** Why a question failed; shown in place of the answer. */
export type QuestionFault = { code: ErrorCode; message: string; details: readonly ParameterFault[] }

/** Metadata of a response. */
export type Circumstances = {
  source?: string
  coverage?: Coverage
  /** Headers set by the endpoint itself. */
  headers?: Readonly<Record<string, string>>
}

export type Answer<T> = Circumstances & ({ data: T; fault?: undefined } | { data?: undefined; fault: QuestionFault })

/** Sends a question. The same question is sent once per page, however many of its parts need it. */
export type Ask = <T>(question: Question<T>) => Promise<Answer<T>>
