import { DateTime } from 'luxon'
import type * as z from 'zod'
import { invariant } from '#lib/base/invariant.ts'
import { Fault, type NamedPlace, type ParameterFacts, parameter, parameterFacts } from './parameter.ts'

/** Text of bounded length, in characters. */
export const text = (bounds: { min?: number; max: number }): z.ZodType<string, string> => {
  const { min = 1, max } = bounds
  return parameter<string, string>(
    {
      type: 'string',
      accepts: `${min} to ${max} characters`,
      json: { type: 'string', minLength: min, maxLength: max },
    },
    (raw) => {
      if (typeof raw !== 'string') return new Fault('is not text')
      const length = [...raw].length
      return length < min || length > max ? new Fault(`has ${length} characters`) : raw
    },
  )
}

/** A whole number within bounds; `Number.MAX_SAFE_INTEGER` is the largest useful bound. */
export const integer = (bounds: { min?: number; max?: number } = {}): z.ZodType<number, number | string> => {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = bounds
  const accepts =
    max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`
  return parameter<number | string, number>(
    {
      type: 'integer',
      accepts,
      json: { type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) },
    },
    (raw) => {
      const value = readInteger(raw)
      if (value === undefined) return new Fault('is not a whole number')
      return value < min || value > max ? new Fault('is out of range') : value
    },
  )
}

const readInteger = (raw: unknown): number | undefined => {
  const value = typeof raw === 'string' && /^-?\d{1,16}$/.test(raw) ? Number(raw) : raw
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

/** A page size that is lowered to `max` instead of refused, since old clients send 500; 0 means the default. */
export const pageSize = (bounds: { fallback: number; max: number }): z.ZodDefault<z.ZodType<number, number | string>> =>
  parameter<number | string, number>(
    {
      type: 'integer',
      accepts: `a whole number from 0 (the default) to ${bounds.max}; higher values are lowered to ${bounds.max}`,
      json: { type: 'integer', minimum: 0, maximum: bounds.max },
    },
    (raw) => {
      const value = readSize(raw)
      if (value === undefined || value < 0) return new Fault('is not a page size')
      return value === 0 ? bounds.fallback : Math.min(value, bounds.max)
    },
  ).default(bounds.fallback)

/** A size of any magnitude, since it is lowered anyway: digits of any length, or `1e9`. */
const readSize = (raw: unknown): number | undefined => {
  const value = typeof raw === 'string' && /^\d+(e\d{1,4})?$/i.test(raw) ? Number(raw) : raw
  if (value === Number.POSITIVE_INFINITY) return value
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** `true` or `false`, also as `1` or `0`. */
export const boolean = (): z.ZodType<boolean, boolean | string> =>
  parameter<boolean | string, boolean>(
    { type: 'boolean', accepts: 'true or false', json: { type: 'boolean' } },
    (raw) => {
      if (typeof raw === 'boolean') return raw
      if (raw === 'true' || raw === '1') return true
      if (raw === 'false' || raw === '0') return false
      return new Fault('is not a boolean')
    },
  )

/** One of a list of values. */
export const oneOf = <const Word extends string>(words: readonly Word[]): z.ZodType<Word, Word> =>
  parameter<Word, Word>(
    { type: 'string', accepts: words.map((word) => `'${word}'`).join(', '), json: { type: 'string', enum: words } },
    (raw) => words.find((word) => word === raw) ?? new Fault(`with value '${show(raw)}' is not a known value`),
  )

/** How a chain family reads a value that was pasted in another form: the value, and the chain that it names. */
export type ReadPasted = (raw: string) => { value: string; place?: NamedPlace } | undefined

/**
 * Text that matches a pattern, such as an address; `pattern` also describes it in the OpenAPI document. Other text is read
 * by `pasted`, whose value must match.
 */
export const matching = ({
  type,
  accepts,
  pattern,
  fault,
  read,
  pasted,
}: {
  type: string
  accepts: string
  pattern: string
  fault: string
  read: (text: string) => string
  pasted?: ReadPasted
}): z.ZodType<string, string> => {
  const form = new RegExp(pattern)
  const facts: ParameterFacts = {
    type,
    accepts,
    json: { type: 'string', pattern },
    ...(pasted && { placeOf: (raw) => (form.test(raw) ? undefined : pasted(raw)?.place) }),
  }
  return parameter<string, string>(facts, (raw) => {
    if (typeof raw !== 'string') return new Fault(fault)
    const text = form.test(raw) ? raw : pasted?.(raw)?.value
    return text !== undefined && form.test(text) ? read(text) : new Fault(fault)
  })
}

/** 32 bytes in hex with 0x, in any case, parsed to lower case. */
export const transactionHash = (pasted?: ReadPasted): z.ZodType<string, string> =>
  matching({
    pasted,
    type: 'hash',
    accepts: '0x and 64 hex digits',
    pattern: '^0x[0-9a-fA-F]{64}$',
    fault: 'is not a valid transaction hash',
    read: (text) => text.toLowerCase(),
  })

/** An opaque next-page cursor; its content is validated by its issuer. */
export const cursor = (): z.ZodType<string, string> =>
  parameter<string, string>(
    { type: 'cursor', accepts: "the previous response's cursor, unchanged", json: { type: 'string' } },
    (raw) => (typeof raw === 'string' && raw.length <= 8_192 ? raw : new Fault('is not a cursor')),
  )

/**
 * A time, parsed to ISO 8601 in UTC with milliseconds, which every server of this API accepts.
 * Accepted: all forms of ISO 8601, `2023-01-31 10:00`, RFC 2822, HTTP dates, unix seconds or milliseconds, and what
 * JavaScript's `Date` parses. Without a time zone it is UTC.
 */
export const date = (): z.ZodType<string, string | number> =>
  parameter<string | number, string>(
    {
      type: 'date',
      accepts: 'a date such as 2023-01-31, 2023-01-31T10:00:00Z or unix seconds',
      json: { anyOf: [{ type: 'string' }, { type: 'integer' }], examples: ['2023-01-31T10:00:00.000Z'] },
    },
    (raw) => readDate(raw)?.toISO() ?? new Fault(`with value '${show(raw)}' is not a date`),
  )

/** Unix times from here on are milliseconds: as seconds they would lie after the year 5138. */
const millisecondsFrom = 100_000_000_000

const readDate = (raw: unknown): DateTime<true> | undefined => {
  const number =
    typeof raw === 'string' && /^\d{1,13}(\.\d+)?$/.test(raw) && !/^\d{4}$|^(19|20)\d{6}$/.test(raw) ? Number(raw) : raw
  if (typeof number === 'number') {
    const moment = DateTime.fromMillis(number < millisecondsFrom ? number * 1_000 : number, { zone: 'utc' })
    return moment.isValid ? moment : undefined
  }
  if (typeof raw !== 'string' || raw.length > 100) return undefined
  const zone = { zone: 'utc' }
  const written = withPlus(raw.trim())
  for (const read of [DateTime.fromISO, DateTime.fromSQL, DateTime.fromRFC2822, DateTime.fromHTTP]) {
    const moment = read(written, zone)
    if (moment.isValid) return moment
  }
  return readLooseDate(written)
}

/** A space between a time of day, with a year before it, and an offset. */
const lostPlus = /^(.{0,40}\b\d{4}\b.{0,40}\d:\d\d(?:[.,]\d{1,9})?(?: GMT)?) (?=\d\d(?::?\d\d)?(?: \(.{0,60}\))?$)/

/** With the `+` of its offset, which arrives as a space if a URL has it unescaped. */
const withPlus = (written: string): string => written.replace(lostPlus, '$1+')

/** The words of a written date; JavaScript's own parser skips unknown words and reads `block 5` as a date in May. */
const dateWord =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|mon(day)?|tue(s(day)?)?|wed(nesday)?|thu(rs(day)?)?|fri(day)?|sat(urday)?|sun(day)?|am|pm|[tz]|utc|gmt)$/i

/**
 * Dates that JavaScript's `Date` parses, restricted to written dates: a four-digit year, and no words other than those
 * of a date.
 */
const readLooseDate = (raw: string): DateTime<true> | undefined => {
  const comment = raw.endsWith(')') ? raw.indexOf('(') : -1
  const written = (comment < 0 ? raw : raw.slice(0, comment)).trim()
  const [day] = /^\d{4}-\d\d-\d\d/.exec(written) ?? []
  const isCalendarDay = day === undefined || DateTime.fromISO(day).isValid
  const words = written.match(/[a-z]+/gi) ?? []
  if (!isCalendarDay || !/\b\d{4}\b/.test(written) || !words.every((word) => dateWord.test(word))) return undefined
  const [offset = ''] = /[+-]\d\d:?\d\d$/.exec(written) ?? []
  const hasOffset = offset !== '' && /:\d\d/.test(written.slice(0, -offset.length))
  const hasZone = hasOffset || /(?:z|utc|gmt)$/i.test(written)
  const moment = DateTime.fromMillis(Date.parse(hasZone ? written : `${written} UTC`), { zone: 'utc' })
  return moment.isValid ? moment : undefined
}

/** A list of `item`s, one value or many; equal values count once. */
export const list = <Value extends Raw, Raw>(
  item: z.ZodType<Value, Raw>,
  bounds: { min?: number; max: number },
): z.ZodType<Value[], Raw | readonly Raw[]> => {
  const { min = 0, max } = bounds
  const facts = parameterFacts.get(item)
  invariant(facts, 'list() takes a parameter')
  return parameter<Raw | readonly Raw[], Value[]>(
    {
      type: `list of ${facts.type}`,
      accepts: `${min === 0 ? 'up to' : `${min} to`} ${max} of: ${facts.accepts}`,
      json: { type: 'array', items: facts.json, ...(min > 0 && { minItems: min }), maxItems: max },
      list: true,
      placeOf: facts.placeOf,
    },
    (raw) => {
      const values = new Set<Value>()
      const items = Array.isArray(raw) ? raw : [raw]
      if (items.length > max) return new Fault(`has ${items.length} values`)
      for (const one of items) {
        const read = item.safeParse(one)
        if (!read.success) return new Fault(`with value '${show(one)}' ${clauseOf(read.error)}`)
        values.add(read.data)
      }
      return values.size < min ? new Fault(`has ${values.size} values`) : [...values]
    },
  )
}

/** The item's fault without the value and the accepted form, which the list states. */
const clauseOf = (error: z.ZodError): string =>
  (error.issues[0]?.message ?? 'is not valid').replace(/: expected .*$/s, '').replace(/^with value '[^']*' /, '')

/** A value as quoted in an error: short, and without control characters. */
const show = (raw: unknown): string => String(raw).replace(/\p{C}/gu, '\uFFFD').slice(0, 80)
