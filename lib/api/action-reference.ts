import type { EndpointReference, ParameterReference, SystemReference } from './reference.ts'

/** A parameter of an action: text in the query, or in a form. */
export type ActionParameterReference = Omit<ParameterReference, 'json' | 'deprecated'>

/** A request of an API whose operations are named by parameters of one path, as Etherscan's are. */
export type ActionReference = Pick<
  EndpointReference,
  'name' | 'method' | 'path' | 'summary' | 'description' | 'tag' | 'deprecated'
> & {
  /** The names of the action, and then its own parameters. */
  parameters: ActionParameterReference[]
  /** What the answer contains. */
  result: string
  source: string
  example: { input: Readonly<Record<string, string>>; output: unknown }
}

/** Such an API, for reference pages and OpenAPI. */
export type ActionSystem = Pick<SystemReference, 'name' | 'title' | 'summary' | 'basePath'> & {
  /** Where it is answered, with what distinguishes each place. */
  doors: readonly (readonly [path: string, note: string])[]
  endpoints: readonly ActionReference[]
  /** Actions that have no true answer here, with the reason. */
  unanswered: readonly (readonly [name: string, reason: string])[]
  /** Its operations in the OpenAPI document, by path. */
  openApiPaths: Readonly<Record<string, unknown>>
}
