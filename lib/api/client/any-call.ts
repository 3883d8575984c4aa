import type { Api, CallContext, Client, Service } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { recordOf } from '#lib/base/typed-keys.ts'

/** A call for code that serves every endpoint alike. */
export type AnyCall = (input: RawParameters, context?: CallContext) => Promise<unknown>

/** A client whose calls are all implemented by one function, with types from the contract. */
export const clientOf = <A extends Api>(
  names: readonly (keyof A & string)[],
  callOf: (name: keyof A & string) => AnyCall,
): Client<A> & Service<A> => recordOf<string, unknown>(names, callOf) as Client<A> & Service<A>

/** The calls of a client or service by name, for code that serves every endpoint alike. */
export const callsOf = (client: object): Readonly<Record<string, AnyCall | undefined>> =>
  client as Readonly<Record<string, AnyCall | undefined>>
