import { queryOptions } from '@tanstack/react-query'
import { callsOf } from './any-call.ts'
import type { Api, Client, Output, RawInput } from './endpoint.ts'
import type { ServiceError } from './errors.ts'
import type { Route } from './route.ts'
import { keysOf } from './typed-keys.ts'

type PagedNames<A extends Api> = { [Name in keyof A]: A[Name]['paged'] extends 'cursor' ? Name : never }[keyof A]

type OneOptions<E extends Api[string]> = ReturnType<
  typeof queryOptions<Output<E>, ServiceError, Output<E>, readonly [string, string, RawInput<E>]>
>

/** The options of an infinite query over the pages of one list. */
export type PagesOptions<Page> = {
  queryKey: readonly unknown[]
  queryFn: (context: { pageParam: string | undefined; signal: AbortSignal }) => Promise<Page>
  initialPageParam: string | undefined
  getNextPageParam: (page: { cursor: string | null }) => string | undefined
}

/** React Query options of one API: `one.name(input)` for a single answer, `pages.name(input)` for an infinite list. */
export type Queries<A extends Api> = {
  one: { [Name in keyof A]: (input: RawInput<A[Name]>) => OneOptions<A[Name]> }
  pages: { [Name in PagedNames<A>]: (input: Omit<RawInput<A[Name]>, 'cursor'>) => PagesOptions<Output<A[Name]>> }
}

/** Derives the options from the routes; `system` separates the cache keys of several APIs. */
export const createQueries = <A extends Api>(
  system: string,
  routes: { [Name in keyof A]: Route },
  client: Client<A>,
): Queries<A> => {
  const calls = callsOf(client)
  const ask = async (name: string, input: object, signal: AbortSignal) => calls[name]?.({ ...input }, { signal })
  const names = keysOf(routes)
  const one = (name: keyof A & string) => (input: object) =>
    queryOptions({
      queryKey: [system, name, input] as const,
      queryFn: ({ signal }) => ask(name, input, signal),
    })
  const pages =
    (name: keyof A & string) =>
    (input: object): PagesOptions<unknown> => ({
      queryKey: [system, name, input, 'pages'],
      queryFn: ({ pageParam, signal }) => ask(name, { ...input, cursor: pageParam }, signal),
      initialPageParam: undefined,
      // An empty cursor ends the list as null does: some servers of this interface send it so.
      getNextPageParam: ({ cursor }) => cursor || undefined,
    })
  return {
    one: Object.fromEntries(names.map((name) => [name, one(name)])),
    pages: Object.fromEntries(names.filter((name) => routes[name]?.paged).map((name) => [name, pages(name)])),
  } as unknown as Queries<A>
}
