import * as z from 'zod'
import { isFields } from '#lib/base/is-fields.ts'

/** A JSON Schema of draft 2020-12, as far as documents look into it. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  description?: string
  [keyword: string]: unknown
}

/** The schema of a response, without parts that only repeat the format or JavaScript's own bounds. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      delete jsonSchema.default
    },
  })
  return rest as JsonSchema
}

/** The schema of a value that is not null, and whether it may be null. */
export const withoutNull = (schema: JsonSchema): { shown: JsonSchema; nullable: boolean } => {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null')
    return { shown: { ...schema, type: types }, nullable: types.length < schema.type.length }
  }
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (choices === undefined) return { shown: schema, nullable: false }
  const shown = choices.length === 1 && choices[0] ? choices[0] : { anyOf: choices }
  return { shown, nullable: choices.length < (schema.anyOf?.length ?? 0) }
}

/** A schema for all of these values: a field is required if every value has it, and its type includes the types of all values. */
export const jsonSchemaOfExamples = (examples: readonly Record<string, unknown>[]): JsonSchema => {
  const names = [...new Set(examples.flatMap(Object.keys))]
  const typesOf = (name: string) => [
    ...new Set(examples.flatMap((example) => (name in example ? [JSON.stringify(schemaOfValue(example[name]))] : []))),
  ]
  const properties = names.map((name) => {
    const types = typesOf(name).map((type): JsonSchema => JSON.parse(type))
    return [name, types.length === 1 ? types[0] : { anyOf: types }]
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: names.filter((name) => examples.every((example) => name in example)),
  }
}

const schemaOfValue = (value: unknown): JsonSchema => {
  if (Array.isArray(value)) return { type: 'array', ...(value.length > 0 && { items: schemaOfValue(value[0]) }) }
  if (isFields(value)) return jsonSchemaOfExamples([value])
  return { type: value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value }
}
