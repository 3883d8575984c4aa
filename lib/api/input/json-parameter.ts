import type * as z from 'zod'
import { Fault, type ParameterFacts, parameter } from './parameter.ts'
import { parseJson } from './parse-json.ts'

/**
 * A JSON value in a body, such as an ABI; also as its text, as a form sends it. What `schema` does not accept is refused with
 * `fault`, a clause that follows the name of the parameter.
 */
export const jsonValue = <Value>(
  facts: Omit<ParameterFacts, 'isJson' | 'list'> & { fault: string },
  schema: z.ZodType<Value>,
): z.ZodType<Value, Value | string> => {
  const { fault, ...rest } = facts
  return parameter<Value | string, Value>({ ...rest, isJson: true }, (raw) => {
    const parsed = schema.safeParse(typeof raw === 'string' ? jsonIn(raw) : raw)
    return parsed.success ? parsed.data : new Fault(fault)
  })
}

const jsonIn = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
