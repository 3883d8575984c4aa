import type * as z from 'zod'
import { Fault, type ParameterFacts, parameter } from './parameter.ts'

/**
 * Levels of lists and objects that are read of JSON that others wrote. Move allows 128 in a value, compilers and wallets
 * write far fewer; code that walks thousands would overflow its stack.
 */
const depthMaxUsual = 256

/**
 * Members and elements of one text. `JSON.parse` is one call, which the memory limit of a thread does not interrupt: V8 ends the whole
 * process. So many values take at most 1 GB (measured with objects of one key each, no two of them the same). Recorded blocks and
 * transactions have a value in 33 characters or more: the largest answer of a node, 64 MB, has half as many.
 */
const valuesMax = 4_000_000

/** JSON is nested more deeply, or has more values, than is read. */
export class JsonOverLimit extends SyntaxError {
  override readonly name = 'JsonOverLimit'
  /** Completes "The response …". */
  readonly excess: string

  constructor(excess: string) {
    super(`The JSON ${excess}.`)
    this.excess = excess
  }
}

/** Parses JSON that others wrote. @throws SyntaxError; JsonOverLimit before anything is parsed. */
export const parseJson = (text: string, depthMax = depthMaxUsual): unknown => {
  refuseOverLimit(text, depthMax)
  return JSON.parse(text)
}

/** Counts brackets and commas outside of texts, which are skipped whole: a fraction of the time of parsing. @throws JsonOverLimit */
export const refuseOverLimit = (text: string, depthMax = depthMaxUsual): void => {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfText(text, at)
    else if (character === openList || character === openObject) {
      depth++
      values++
      if (depth > depthMax) throw new JsonOverLimit(`is nested more than ${depthMax} levels deep`)
    } else if (character === comma) values++
    else if (character === closeList || character === closeObject) depth--
    if (values > valuesMax) throw new JsonOverLimit(`has more than ${valuesMax} values`)
  }
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The place of the closing quote of the text that begins at `start`; the end of all without one. */
const endOfText = (text: string, start: number): number => {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from)
    if (end < 0) return text.length
    let escapes = 0
    while (end - 1 - escapes >= from && text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
    from = end + 1
  }
}

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
