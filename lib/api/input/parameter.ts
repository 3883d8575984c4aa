import * as z from 'zod'
import { invariant } from '#lib/base/invariant.ts'

/** The description of a parameter in the reference pages and the OpenAPI document. */
export type ParameterFacts = {
  /** Shown type, e.g. `address`, `integer`, `date`. */
  type: string
  /** The accepted form as a clause that completes "expected …", e.g. `0x and 40 hex digits`. */
  accepts: string
  /** JSON Schema (draft 2020-12) of the value as written in a URL. */
  json: Record<string, unknown>
  /** List parameters repeat; everything else is given once. */
  list?: boolean
  /** Any JSON value, which may be a list by itself. */
  isJson?: boolean
  /** The chain that a value names besides (`eip155:1:0x…`). */
  placeOf?: (raw: string) => NamedPlace | undefined
}

/** A value of another parameter, and whether that parameter's own value contradicts it. */
export type NamedPlace = { parameter: string; value: string; contradicts: (other: unknown) => boolean }

/** Why a value was refused, as a clause that follows the parameter's name: `is not a valid hex address`. */
export class Fault {
  readonly clause: string
  constructor(clause: string) {
    this.clause = clause
  }
}

export const parameterFacts = z.registry<ParameterFacts>()

/**
 * A parameter: parses the value from a URL, a body or another of our services, and returns the parsed value or a
 * `Fault`. `Value extends Raw` makes parsed values valid raw ones, so that a client can be used as a source.
 */
export const parameter = <Raw, Value extends Raw>(
  facts: ParameterFacts,
  read: (raw: unknown) => Value | Fault,
): z.ZodType<Value, Raw> => {
  const schema = z.custom<Raw>().transform((raw, context) => {
    if (raw === undefined) return refuse(context, new Fault('is required'), facts)
    if (!facts.list && !facts.isJson && Array.isArray(raw))
      return refuse(context, new Fault('is given more than once'), facts)
    const value = read(raw)
    return value instanceof Fault ? refuse(context, value, facts) : value
  })
  parameterFacts.add(schema, facts)
  return schema
}

const refuse = (context: z.RefinementCtx, fault: Fault, facts: ParameterFacts): never => {
  context.addIssue({ code: 'custom', message: `${fault.clause}: expected ${facts.accepts}` })
  return z.NEVER
}

/** A parameter's facts and whether it may be left out, through `.optional()`, `.default()` and `.describe()`. */
export const describeParameter = (
  schema: z.ZodType,
): { facts: ParameterFacts; required: boolean; fallback: unknown; description: string; deprecated: boolean } => {
  let inner: z.core.$ZodType = schema
  let required = true
  let fallback: unknown
  let description = schema.description ?? ''
  // get(), not has(): `.describe()` copies a schema, and only get() finds the facts of the original.
  let facts = parameterFacts.get(inner)
  while (facts === undefined) {
    invariant(
      inner instanceof z.ZodOptional || inner instanceof z.ZodDefault,
      'every parameter is created with parameter()',
    )
    required = false
    if (inner instanceof z.ZodDefault) fallback = inner.def.defaultValue
    inner = inner.def.innerType
    description ||= z.globalRegistry.get(inner)?.description ?? ''
    facts = parameterFacts.get(inner)
  }
  return { facts, required, fallback, description, deprecated: schema.meta()?.deprecated === true }
}
