import type * as z from 'zod'
import type { Coverage } from './coverage.ts'
import type { Route } from './route.ts'

/** A tag groups endpoints on the reference pages, e.g. `NFT`, `Transactions`, `ERC20`. */
type EndpointText = {
  summary: string
  description: string
  tag: string
  deprecated?: boolean
  /** A list that returns 404 for an unknown subject; single records always do. */
  isNotFound?: boolean
  /**
   * The response depends on the indexed rows alone, so it may be kept until they change, for a second at most. Not for endpoints
   * that read a node or a caller.
   */
  isKept?: boolean
  /** Additional response headers, by name, with their description. */
  headers?: Readonly<Record<string, string>>
}

/**
 * The contract of one endpoint, as data. `input` holds path, query and body parameters in one object; `output` is the
 * response body. The server, clients, documents and tests are derived from it.
 */
export type Endpoint<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = Route &
  EndpointText &
  Contents<Input, Output>

type Contents<Input extends z.ZodObject, Output extends z.ZodType> = {
  input: Input
  output: Output
  /** An example: the raw input, as in a URL, and the response. The tests check both against the schemas. */
  example: { input: z.input<Input>; output: z.output<Output> }
}

type Declared<Input extends z.ZodObject, Output extends z.ZodType, Known extends Partial<Route>> = Known &
  Omit<Endpoint<Input, Output>, keyof Known>

/** Declares an endpoint: a GET request unless it says otherwise. A browser knows it by its path, through the type of its API alone. */
export const endpoint = <
  const Path extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Method extends Route['method'] = 'GET',
  const Paged extends 'cursor' | undefined = undefined,
>(
  contract: Pick<Route, 'aliases' | 'success' | 'inQuery' | 'wholeBody'> &
    EndpointText &
    Contents<Input, Output> & { method?: Method; path: Path; paged?: Paged },
) => ({ method: 'GET', ...contract }) as Declared<Input, Output, { method: Method; path: Path; paged: Paged }>

/** An API as others name it: on reference pages and in log lines, and the beginning of its paths. */
export type ApiRoot = { name: string; basePath: string }

/** An endpoint that knows its API and its name there, so that a page can name it by its declaration. */
export type NamedEndpoint = Endpoint & { name: string; root: ApiRoot }

/** Declares endpoints of one API, by their names. The types of `A` are those of `endpoint` alone: a wider type here would widen them. */
export const endpointsOf = <A extends Record<string, object>>(
  root: ApiRoot,
  endpoints: A,
): { [Name in keyof A]: A[Name] & { name: string; root: ApiRoot } } =>
  Object.fromEntries(Object.entries(endpoints).map(([name, one]) => [name, { ...one, name, root }])) as never

export type Api = Record<string, Endpoint>

/**
 * The caller: `id` distinguishes visitors and keys. Expensive work is counted per caller. A key without scopes is one of the
 * operator's.
 */
export type Requester = { id: string; hasKey: boolean; isOperator?: boolean }

/** The context of a call, besides its parameters. */
export type CallContext = {
  signal?: AbortSignal
  /** The authenticated caller, for endpoints with per-caller results. Shared reads do not receive it. */
  caller?: string
  /** The caller who is charged for the work of a call; for a shared read, its first caller. */
  requester?: Requester
  /**
   * The caller shows only names and images, so that long untrusted texts may be left out. Not set by any HTTP request.
   */
  brief?: boolean
  /** The answer is written as a stream, so that nothing in it is shortened. Set by exports alone. */
  isWhole?: boolean
  /** Called once with the source of the response, e.g. `index`, `hosted`, `demo`. */
  answeredBy?: (source: string) => void
  /** Called once with the coverage of a list or count. A source that does not know it does not call it. */
  coveredBy?: (coverage: Coverage) => void
  /** Called with additional response headers. */
  setHeader?: (name: string, value: string) => void
  /** Whether another source is tried after `not_available`. */
  hasNext?: boolean
}

export type Input<E extends Endpoint> = z.output<E['input']>
export type RawInput<E extends Endpoint> = z.input<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/** Takes *raw* input, as written in a URL: for API clients and pages. */
export type Client<A extends Api> = {
  [Name in keyof A]: (input: RawInput<A[Name]>, context?: CallContext) => Promise<Output<A[Name]>>
}

/** Takes *parsed* input: implemented by sources. Parsed values are valid raw values, so a client is a service. */
export type Service<A extends Api> = {
  [Name in keyof A]: (input: Input<A[Name]>, context?: CallContext) => Promise<Output<A[Name]>>
}
