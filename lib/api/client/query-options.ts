import type { queryOptions } from '@tanstack/react-query'
import type { Api, Client, Output, RawInput } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { Route } from '#lib/api/route.ts'
import type { ServiceError } from '#lib/base/errors.ts'
import { type ClientOptions, createCall } from './client.ts'

type OneOptions<E extends Api[string]> = ReturnType<
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
export type EndpointQueries<A extends Api, Name extends keyof A> = {
  call: Client<A>[Name]
  one: (input: RawInput<A[Name]>) => OneOptions<A[Name]>
  pages: A[Name]['paged'] extends 'cursor'
    ? (input: Omit<RawInput<A[Name]>, 'cursor'>) => PagesOptions<Output<A[Name]>>
    : undefined
}

/**
 * The endpoints of an API for React Query, each created from its route: a browser loads only the routes that a page names.
 * `system` separates the cache keys of several APIs.
 *
 * @example
 * const fromEvm = queriesOf<EvmApi>('evm', { baseUrl: '' })
 * useInfiniteQuery(fromEvm({ walletNfts }).pages({ chain, address }))
 */
export const queriesOf =
  <A extends Api>(system: string, options: ClientOptions) =>
  <Name extends keyof A & string>(route: Record<Name, Route>): EndpointQueries<A, Name> => {
    const [[name, at] = ['', {} as Route]] = Object.entries<Route>(route)
    const call = createCall(at, options)
    const one = (input: RawParameters) => ({
      queryKey: [system, name, input] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => call(input, { signal }),
    })
    const pages = (input: RawParameters): PagesOptions<unknown> => ({
      queryKey: [system, name, input, 'pages'],
      queryFn: ({ pageParam, signal }) => call({ ...input, cursor: pageParam }, { signal }),
      initialPageParam: undefined,
      // An empty cursor ends the list as null does: some servers of this interface send it so.
      getNextPageParam: ({ cursor }) => cursor || undefined,
    })
    return { call, one, pages: at.paged ? pages : undefined } as unknown as EndpointQueries<A, Name>
  }
