import type { Api, CallContext, Client, Service } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { endpointNames, endpointOf, parseInput } from '#lib/api/parse-input.ts'
import { recordOf } from '#lib/base/typed-keys.ts'
import { buildRequest } from './build-request.ts'
import { type AnyCall, type ClientOptions, createCall } from './call.ts'

/** A client whose calls are all implemented by one function, with types from the contract. */
export const clientOf = <A extends Api>(
  names: readonly (keyof A & string)[],
  callOf: (name: keyof A & string) => AnyCall,
): Client<A> & Service<A> => recordOf<string, unknown>(names, callOf) as Client<A> & Service<A>

/** The calls of a client or service by name, for code that serves every endpoint alike. */
export const callsOf = (client: object): Readonly<Record<string, AnyCall | undefined>> =>
  client as Readonly<Record<string, AnyCall | undefined>>

/** The typed client of an API over HTTP. Browsers have `queriesOf` instead, which needs no contract. */
export const createClient = <A extends Api>(api: A, options: ClientOptions): Client<A> =>
  clientOf<A>(endpointNames(api), (name) => createCall(endpointOf(api, name), options, buildRequest))

/** A service as a client: raw parameters are parsed first. */
export const parsingClient = <A extends Api>(api: A, service: Service<A>): Client<A> =>
  clientOf<A>(
    endpointNames(api),
    (name) => async (raw, context) => callsOf(service)[name]?.(parseInput(endpointOf(api, name), raw), context),
  )

/** One service made of several that have the same endpoints: each call goes to the one that `pick` returns for its input. */
export const pickService = <S extends object>(all: readonly S[], pick: (input: RawParameters) => S): S => {
  const [first, ...others] = all
  if (first !== undefined && others.length === 0) return first
  const names = Object.keys(first ?? {})
  return recordOf<string, unknown>(
    names,
    (name) => async (input: RawParameters, context?: CallContext) => callsOf(pick(input))[name]?.(input, context),
  ) as unknown as S
}
