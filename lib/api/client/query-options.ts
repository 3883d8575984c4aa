import type { queryOptions } from '@tanstack/react-query'
import type { Api, ApiRoot, CallContext, Endpoint, Output, RawInput } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { ServiceError } from '#lib/base/errors.ts'
import { createCall, type Send } from './call.ts'

type OneOptions<E extends Endpoint> = ReturnType<
  typeof queryOptions<Output<E>, ServiceError, Output<E>, readonly [string, string, RawInput<E>]>
>

/** The options of an infinite query over the pages of one list. */
export type PagesOptions<Page> = {
  queryKey: readonly unknown[]
  queryFn: (context: { pageParam: string | undefined; signal: AbortSignal }) => Promise<Page>
  initialPageParam: string | undefined
  getNextPageParam: (page: { cursor: string | null }) => string | undefined
  /** By default, failed requests that may succeed later are repeated. */
  retry?: false
}

/** One endpoint: its call, and the React Query options of a single answer and of an infinite list. */
export type EndpointQueries<E extends Endpoint> = {
  call: (input: RawInput<E>, context?: CallContext) => Promise<Output<E>>
  one: (input: RawInput<E>) => OneOptions<E>
  pages: E['paged'] extends 'cursor' ? (input: Omit<RawInput<E>, 'cursor'>) => PagesOptions<Output<E>> : undefined
}

/** The endpoints of an API with a method, by their paths. */
type ByPath<A extends Api, Method extends Endpoint['method']> = {
  [Name in keyof A as A[Name]['method'] extends Method ? A[Name]['path'] : never]: A[Name]
}
type At<A extends Api, Path, Method extends Endpoint['method']> = ByPath<A, Method>[Path &
  keyof ByPath<A, Method>] extends infer E extends Endpoint
  ? E
  : never

/**
 * The endpoints of an API for React Query, by their paths: a browser knows the rest through types alone. The name of the root
 * separates the cache keys of several APIs.
 *
 * @example
 * const fromEvm = queriesOf<EvmApi>(evmRoot)
 * useInfiniteQuery(fromEvm('/api/v2/:address/nft').pages({ chain, address }))
 */
export const queriesOf =
  <A extends Api>({ name, basePath }: ApiRoot, { origin = '', send }: { origin?: string; send?: Send } = {}) =>
  <Path extends keyof ByPath<A, Method> & string, Method extends Endpoint['method'] = 'GET'>(
    path: Path,
    method: Method = 'GET' as Method,
  ): EndpointQueries<At<A, Path, Method>> => {
    const call = createCall({ method, path }, { baseUrl: origin + basePath, send })
    const one = (input: RawParameters) => ({
      queryKey: [name, path, input] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => call(input, { signal }),
    })
    const pages = (input: RawParameters): PagesOptions<unknown> => ({
      queryKey: [name, path, input, 'pages'],
      queryFn: ({ pageParam, signal }) => call({ ...input, cursor: pageParam }, { signal }),
      initialPageParam: undefined,
      // An empty cursor ends the list as null does: some servers of this interface send it so.
      getNextPageParam: ({ cursor }) => cursor || undefined,
    })
    return { call, one, pages } as unknown as EndpointQueries<At<A, Path, Method>>
  }
