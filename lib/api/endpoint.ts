import type * as z from 'zod'
import type { Coverage } from './coverage.ts'
import type { Route } from './route.ts'

/** A tag groups endpoints on the reference pages, e.g. `NFT`, `Transactions`, `ERC20`. */
type EndpointText = {
  summary: string
  description: string
  tag: string
  deprecated?: boolean
  /** A list of something that may be unknown, which then answers 404; of single records that goes without saying. */
  isNotFound?: boolean
  /** Headers of its own that an answer may have, by name: what they say. */
  headers?: Readonly<Record<string, string>>
}

/**
 * The contract of one endpoint, as data. `input` holds path, query and body parameters in one object;
 * `output` is the answer's body as this server renders it. Routes, clients, documents and tests are read from it.
 */
export type Endpoint<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = Route &
  EndpointText & {
    input: Input
    output: Output
    /** One example: what is asked (raw, as in a URL) and what comes back. Checked against both schemas by the tests. */
    example: { input: z.input<Input>; output: z.output<Output> }
  }

/** Joins a route (all that a browser needs) with its schemas (server only). */
export const endpoint = <R extends Route, Input extends z.ZodObject, Output extends z.ZodType>(
  route: R,
  contract: EndpointText & Pick<Endpoint<Input, Output>, 'input' | 'output' | 'example'>,
): R & Endpoint<Input, Output> => ({ ...route, ...contract })

export type Api = Record<string, Endpoint>

/** Who asks: `id` distinguishes visitors, and keys. What costs more than its answer is counted for them. */
export type Asker = { id: string; hasKey: boolean }

/** What accompanies a call and is no parameter of it. */
export type CallContext = {
  signal?: AbortSignal
  /** Who calls, as the gate knows them: told to what belongs to one caller alone. Reads are shared, and do not hear of it. */
  caller?: string
  /** Who pays for what a call starts; when a read is shared, its first caller. */
  asker?: Asker
  /** The caller shows a list of names and images: long texts of strangers may be left out of the answer. No HTTP request sets it. */
  brief?: boolean
  /** Told once which source answered, e.g. `index`, `hosted`, `demo`. */
  answeredBy?: (source: string) => void
  /** Told once what a list or count was computed from. A source that does not know says nothing. */
  coveredBy?: (coverage: Coverage) => void
  /** Told what goes with the answer as a header of its own. */
  setHeader?: (name: string, value: string) => void
  /** Whether another source is asked where this one answers `not_available`. */
  hasNext?: boolean
}

export type Input<E extends Endpoint> = z.output<E['input']>
export type RawInput<E extends Endpoint> = z.input<E['input']>
export type Output<E extends Endpoint> = z.output<E['output']>

/** Answers *raw* input, as typed in a URL: what a program or a page calls. */
export type Client<A extends Api> = {
  [Name in keyof A]: (input: RawInput<A[Name]>, context?: CallContext) => Promise<Output<A[Name]>>
}

/** Answers *parsed* input: what a source implements. Parsed values are themselves valid raw values, so a client is a service. */
export type Service<A extends Api> = {
  [Name in keyof A]: (input: Input<A[Name]>, context?: CallContext) => Promise<Output<A[Name]>>
}
