import type * as z from 'zod'
import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext, Requester } from '#lib/api/endpoint.ts'
import { describeParameter } from '#lib/api/input/parameter.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { Page } from './page.ts'

/** The answer of a service, and what it said besides. */
type Asked<Answer> = {
  answer: Answer
  coverage: Coverage | undefined
  source: string | undefined
  /** What was left out, if the answer did not fit. */
  shortened: string | undefined
}

/** One call of a tool. */
export type ToolCall = {
  signal: AbortSignal
  requester: Requester | undefined
  /** The scopes of the caller's key; undefined for everything. */
  scopes: readonly string[] | undefined
  /** Asks a service for the caller, who pays for it. */
  ask: <Answer>(question: (context: CallContext) => Promise<Answer>) => Promise<Asked<Answer>>
}

/** What an answer was computed from. `from` and `to` are null where the source does not say. */
export type ToolCoverage = {
  complete: boolean | null
  from: string | null
  to: string | null
  /** All ranges, newest first, where there are several. */
  ranges?: string
  note?: string
}

export type ToolAnswer = {
  /** Null for all chains. */
  chain: string | null
  /** The block or version that the answer is as of. */
  block: string | null
  coverage: ToolCoverage | null
  /** What is indexed of the chain: said where a list is empty because its range is not. */
  indexed?: ToolCoverage | null
  facts?: Record<string, unknown>
  /** The rows, of which those at the end are left out where an answer is too long. `isOfRange`: more may be outside of `coverage`. */
  list?: { name: string; page: Page<unknown>; isOfRange?: boolean }
  /** What else to call, in words of ours. */
  hint?: string
}

/** A tool as data: read-only, and answered in process. */
export type McpTool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  answer: (input: never, call: ToolCall) => Promise<ToolAnswer>
}

/** Declares a tool by parameters of the contracts. */
export const mcpTool = <Input extends z.ZodObject>(
  tool: Omit<McpTool, 'input' | 'answer'> & {
    input: Input
    answer: (input: z.output<Input>, call: ToolCall) => Promise<ToolAnswer>
  },
): McpTool => tool as McpTool

/** More are a list of chains, which grows with every known one. */
const examplesMax = 4

/** The parameters of a tool as JSON Schema. */
export const inputSchemaOf = ({ input }: Pick<McpTool, 'input'>): Record<string, unknown> => {
  const parameters = Object.entries(input.shape).map(([name, schema]) => {
    const { facts, required, fallback, description } = describeParameter(schema)
    const { examples, ...json } = facts.json
    const isShort = Array.isArray(examples) && examples.length <= examplesMax
    return {
      name,
      required,
      json: {
        ...json,
        ...(isShort && { examples }),
        ...(fallback !== undefined && { default: fallback }),
        description,
      },
    }
  })
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, json }) => [name, json])),
    required: parameters.flatMap(({ name, required }) => (required ? name : [])),
    additionalProperties: false,
  }
}

/** @throws invalid_request naming every parameter that is wrong, and what it accepts */
export const toolInput = ({ input, name }: McpTool, given: unknown): never => {
  const raw = { ...(given as object) } as RawParameters
  const known = Object.keys(input.shape)
  const unknown = Object.keys(raw).find((parameter) => !known.includes(parameter))
  if (unknown !== undefined)
    throw badParameter(unknown.slice(0, 64), `is not a parameter of ${name}: expected ${known.join(', ') || 'none'}`)
  return parseInput({ input }, raw) as never
}
