import { ServiceError } from '#lib/base/errors.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'

/** Reads the text of a parameter, which may be missing. @throws ServiceError with a text that clients know */
export type ActionParameter<Value = unknown> = {
  /** Follows "accepts": an address. */
  accepts: string
  description: string
  isRequired: boolean
  /** The accepted values, if they are a closed list. */
  words?: readonly string[]
  read: (text: string | undefined, name: string) => Value
}

type Form<Value> = {
  accepts: string
  words?: readonly string[]
  parse: (text: string) => Value | undefined
  fault: (name: string) => string
}

export const etherscanFault = (text: string): ServiceError => new ServiceError('invalid_request', `Error! ${text}`)

const parsed = <Value>({ parse, fault }: Form<Value>, text: string, name: string): Value => {
  const value = parse(text.trim())
  if (value === undefined) throw etherscanFault(fault(name))
  return value
}

export const needed = <Value>(form: Form<Value>, description: string): ActionParameter<Value> => ({
  accepts: form.accepts,
  ...(form.words && { words: form.words }),
  description,
  isRequired: true,
  read: (text, name) => {
    if (text === undefined) throw etherscanFault(`Missing parameter ${name}`)
    return parsed(form, text, name)
  },
})

export const optionally = <Value>(form: Form<Value>, description: string): ActionParameter<Value | undefined> => ({
  accepts: form.accepts,
  ...(form.words && { words: form.words }),
  description,
  isRequired: false,
  read: (text, name) => (text === undefined ? undefined : parsed(form, text, name)),
})

export const withDefault = <Value>(
  form: Form<Value>,
  value: NoInfer<Value>,
  description: string,
): ActionParameter<Value> => ({
  accepts: form.accepts,
  ...(form.words && { words: form.words }),
  description,
  isRequired: false,
  read: (text, name) => (text === undefined ? value : parsed(form, text, name)),
})

const hexOf = (text: string, digits: number): Hex | undefined => {
  const lower = text.toLowerCase()
  return lower.length === digits + 2 && /^0x[0-9a-f]*$/.test(lower) ? `0x${lower.slice(2)}` : undefined
}

export const addressForm: Form<Hex> = {
  accepts: 'an address',
  parse: (text) => hexOf(text, 40),
  fault: () => 'Invalid address format',
}

/** Several addresses, separated by commas. */
export const addressesForm = (countMax: number): Form<Hex[]> => ({
  accepts: `up to ${countMax} addresses, separated by commas`,
  parse: (text) => {
    const found = text.split(',', countMax + 1).flatMap((one) => hexOf(one.trim(), 40) ?? [])
    return found.length > 0 && found.length <= countMax && found.length === text.split(',').length ? found : undefined
  },
  fault: () => `Invalid address format: up to ${countMax} addresses, separated by commas`,
})

export const hashForm: Form<Hex> = {
  accepts: 'the hash of a transaction',
  parse: (text) => hexOf(text, 64),
  fault: (name) => `Invalid transaction hash format: ${name}`,
}

export const topicForm: Form<Hex> = {
  accepts: 'a topic, 32 bytes in hex',
  parse: (text) => hexOf(text, 64),
  fault: (name) => `Invalid topic format: ${name}`,
}

const decimal = /^\d{1,15}$/
const hexQuantity = /^0x[0-9a-f]{1,12}$/i

const wholeNumber = (text: string): number | undefined =>
  decimal.test(text) || hexQuantity.test(text) ? Number(text) : undefined

export const numberForm: Form<number> = {
  accepts: 'a whole number',
  parse: wholeNumber,
  fault: (name) => `Invalid parameter ${name}: expected a whole number`,
}

/** A block of a range; undefined in the list below for the newest. */
export const blockForm: Form<number | 'latest'> = {
  accepts: 'a block number, or latest',
  parse: (text) => (text.toLowerCase() === 'latest' ? 'latest' : wholeNumber(text)),
  fault: (name) => `Invalid parameter ${name}: expected a block number or latest`,
}

/** Calldata. */
export const hexForm: Form<Hex> = {
  accepts: 'hex',
  parse: (text) =>
    text.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(text) ? `0x${text.slice(2).toLowerCase()}` : undefined,
  fault: (name) => `Invalid hex format: ${name}`,
}

/** A quantity of JSON-RPC, which may be written in decimals. */
export const quantityForm: Form<Hex> = {
  accepts: 'a number in hex or decimals',
  parse: (text) => (/^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text) ? hexNumber(BigInt(text)) : undefined),
  fault: (name) => `Invalid parameter ${name}: expected a number in hex or decimals`,
}

const tagWords = ['latest', 'pending', 'earliest', 'safe', 'finalized'] as const

/** A block as nodes accept it. */
export const tagForm: Form<string> = {
  accepts: 'latest, pending, earliest, or a block number',
  parse: (text) => tagWords.find((word) => word === text.toLowerCase()) ?? blockQuantity(text),
  fault: (name) => `Invalid parameter ${name}: expected latest, pending, earliest or a block number`,
}

const blockQuantity = (text: string): Hex | undefined => {
  const number = wholeNumber(text)
  return number === undefined ? undefined : hexNumber(number)
}

/** A day, as the unix time of its beginning in UTC. */
export const dateForm: Form<number> = {
  accepts: 'a day such as 2026-01-31',
  parse: (text) => {
    const seconds = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / 1_000 : Number.NaN
    return Number.isNaN(seconds) ? undefined : seconds
  },
  fault: (name) => `Invalid date format: ${name}`,
}

export const flagForm: Form<boolean> = {
  accepts: 'true or false',
  parse: (text) => ({ true: true, false: false })[text.toLowerCase()],
  fault: (name) => `Invalid parameter ${name}: expected true or false`,
}

/** One of a few words, in any case. */
export const wordForm = <const Word extends string>(...words: readonly Word[]): Form<Word> => ({
  accepts: words.join(' or '),
  words,
  parse: (text) => words.find((word) => word === text.toLowerCase()),
  fault: (name) => `Invalid parameter ${name}: expected ${words.join(' or ')}`,
})

/** Text of any form, of a bounded length. */
export const textForm = (accepts: string, lengthMax = 1_000): Form<string> => ({
  accepts,
  parse: (text) => (text.length > lengthMax ? undefined : text),
  fault: (name) => `Invalid parameter ${name}: longer than ${lengthMax} characters`,
})
