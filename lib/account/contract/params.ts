import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { longAddress } from '#lib/base/hex.ts'

/** A single key: Ed25519 has 32 bytes, secp256k1 65 (uncompressed, SEC 1 §2.3.3). */
export type PlainKey = { kind: 'ed25519' | 'secp256k1'; bytes: Uint8Array }

/** The public keys of accounts. `scheme` is the last byte hashed for the authentication key. */
export type SignInKey =
  | { kind: 'ed25519'; scheme: 0; key: PlainKey }
  | { kind: 'multi-ed25519'; scheme: 1; keys: PlainKey[]; threshold: number }
  | { kind: 'single'; scheme: 2; key: PlainKey }
  | { kind: 'multi'; scheme: 3; keys: PlainKey[]; threshold: number }

export type KeyReading = {
  /** Every account key that these bytes can be: different kinds may have equal lengths. */
  readings: SignInKey[]
  /** The name of the kind, if the bytes start like a key that only services besides a full node can verify. */
  unverifiable?: string
}

const ed25519Bytes = 32
const secp256k1Bytes = 65
/** Limit of the chain, for both kinds of multi-key accounts. */
export const publicKeysMax = 32
/** The longest public key: 32 secp256k1 keys, each with its variant and length, a count and a threshold. */
const publicKeyBytesMax = publicKeysMax * (secp256k1Bytes + 2) + 2

/** Variants of the chain's `AnyPublicKey` that a signature alone does not prove. */
const unverifiableKinds: Record<number, string> = {
  2: 'a passkey (secp256r1)',
  3: 'a keyless key',
  4: 'a keyless key',
  5: 'an SLH-DSA key',
}

class Unverifiable extends BcsError {
  readonly kind: string
  constructor(kind: string) {
    super(`is ${kind}`)
    this.kind = kind
  }
}

/**
 * Parses a public key in the format of the SDK's `toString()`: legacy kinds bare, `AnyPublicKey` and `MultiKey` in BCS.
 */
export const readPublicKey = (bytes: Uint8Array): KeyReading => {
  const readings: SignInKey[] = []
  let unverifiable: string | undefined
  // A count of 2 to 5 keys looks like a variant: the kind found in the deepest reading is reported.
  for (const read of [readEd25519, readMultiEd25519, readMulti, readSingle]) {
    try {
      readings.push(read(bytes))
    } catch (fault) {
      if (!(fault instanceof BcsError)) throw fault
      if (fault instanceof Unverifiable) unverifiable ??= fault.kind
    }
  }
  return readings.length > 0 ? { readings } : { readings, unverifiable }
}

const readEd25519 = (bytes: Uint8Array): SignInKey => {
  if (bytes.length !== ed25519Bytes) throw new BcsError('has another length')
  return { kind: 'ed25519', scheme: 0, key: { kind: 'ed25519', bytes } }
}

const readMultiEd25519 = (bytes: Uint8Array): SignInKey => {
  const count = (bytes.length - 1) / ed25519Bytes
  if (!Number.isInteger(count)) throw new BcsError('has another length')
  const reader = new BcsReader(bytes)
  const keys = Array.from({ length: count }, (): PlainKey => ({ kind: 'ed25519', bytes: reader.take(ed25519Bytes) }))
  return { kind: 'multi-ed25519', scheme: 1, keys, threshold: readThreshold(reader, count) }
}

const readSingle = (bytes: Uint8Array): SignInKey => {
  const reader = new BcsReader(bytes)
  const key = readAnyKey(reader)
  reader.end()
  return { kind: 'single', scheme: 2, key }
}

const readMulti = (bytes: Uint8Array): SignInKey => {
  const reader = new BcsReader(bytes)
  const count = reader.length(127)
  if (count > publicKeysMax) throw new BcsError('has too many keys')
  const keys = Array.from({ length: count }, () => readAnyKey(reader))
  const threshold = readThreshold(reader, count)
  reader.end()
  return { kind: 'multi', scheme: 3, keys, threshold }
}

const readAnyKey = (reader: BcsReader): PlainKey => {
  const variant = reader.length()
  if (variant === 0) return { kind: 'ed25519', bytes: reader.sized(ed25519Bytes) }
  if (variant !== 1) {
    const kind = unverifiableKinds[variant]
    throw kind === undefined ? new BcsError('has an unknown variant') : new Unverifiable(kind)
  }
  const bytes = reader.sized(secp256k1Bytes)
  if (bytes[0] !== 4) throw new BcsError('is not an uncompressed point')
  return { kind: 'secp256k1', bytes }
}

/** How many keys must sign. */
const readThreshold = (reader: BcsReader, count: number): number => {
  const threshold = reader.byte()
  if (count < 1 || count > publicKeysMax || threshold < 1 || threshold > count)
    throw new BcsError('has a wrong threshold')
  return threshold
}

/** Limits that keep the longest challenge, wrapped by a wallet, under `messageMax`. */
const uriMax = 512
const resourcesMax = 10
export const statementMax = 1_024
const messageMax = 12_000
/** The longest signature of any account kind (32 keys of a multi-key account) has about 2,200 bytes. */
const signatureMaxBytes = 2_560

/** RFC 3986 authority without user: a host name, IPv4 or bracketed IPv6 address, and an optional port. */
export const domain = () =>
  parameter<string, string>(
    { type: 'host', accepts: 'a host name with optional port', json: { type: 'string', maxLength: 259 } },
    (raw) =>
      typeof raw === 'string' && raw.length <= 259 && /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(raw)
        ? raw
        : new Fault('is not a host'),
  )

/** An absolute URI of the characters of RFC 3986, so that it can never break the lines of a challenge. */
export const uri = () =>
  parameter<string, string>(
    {
      type: 'URI',
      accepts: `an absolute URI of up to ${uriMax} characters`,
      json: { type: 'string', format: 'uri', maxLength: uriMax },
    },
    (raw) =>
      typeof raw === 'string' &&
      raw.length <= uriMax &&
      /^[a-z][a-z0-9+.-]*:[a-z0-9._~:/?#@!$&'()*+,;=%[\]-]+$/i.test(raw) &&
      URL.canParse(raw)
        ? raw
        : new Fault('is not a URI'),
  )

export const resources = () => parameters.list(uri(), { max: resourcesMax })

export const timeout = () => parameters.integer({ min: 15, max: 120 }).default(15)

/** AIP-40: the long form, or the short form of the special addresses 0x0 to 0xf; parsed to 0x and 64 lower-case digits. */
export const address = () =>
  parameters.matching({
    type: 'address',
    accepts: '0x and 64 hex digits',
    pattern: '^0x([0-9a-fA-F]{64}|[0-9a-fA-F])$',
    fault: 'is not a valid Aptos address',
    read: longAddress,
  })

/**
 * The public key of an account, parsed to lower case with 0x: Ed25519 (32 bytes), MultiEd25519, or the BCS of an
 * `AnyPublicKey` or `MultiKey` of Ed25519 and secp256k1 keys. Kinds that need more than a full node and a signature are
 * refused by name.
 */
export const publicKey = () =>
  parameter<string, string>(
    {
      type: 'public key',
      accepts: '0x and the hex digits of an Ed25519, MultiEd25519, SingleKey or MultiKey public key',
      json: { type: 'string', pattern: '^(0x)?([0-9a-fA-F]{2})+$', maxLength: 2 + 2 * publicKeyBytesMax },
    },
    (raw) => {
      if (typeof raw !== 'string' || raw.length > 2 + 2 * publicKeyBytesMax || !/^(0x)?([0-9a-f]{2})+$/i.test(raw))
        return new Fault('is not a public key')
      const digits = raw.toLowerCase().replace(/^0x/, '')
      const { readings, unverifiable } = readPublicKey(toBytes(`0x${digits}`))
      if (readings.length > 0) return `0x${digits}`
      return new Fault(unverifiable ? `is ${unverifiable}, which cannot be verified here` : 'is not a public key')
    },
  )

/** Printable ASCII on one line. */
export const statement = () =>
  parameter<string, string>(
    {
      type: 'string',
      accepts: `up to ${statementMax} printable ASCII characters without a line break`,
      json: { type: 'string', maxLength: statementMax, pattern: '^[ -~]*$' },
    },
    (raw) =>
      typeof raw === 'string' && raw.length <= statementMax && /^[ -~]+$/.test(raw)
        ? raw
        : new Fault('is not one line of ASCII text'),
  )

/** RFC 3339 with a time zone, parsed to UTC with milliseconds. */
export const moment = () =>
  parameter<string, string>(
    {
      type: 'date',
      accepts: 'an ISO 8601 time such as 2023-01-31T10:00:00.000Z',
      json: { type: 'string', format: 'date-time' },
    },
    (raw) => {
      if (typeof raw !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(raw))
        return new Fault('is not an ISO 8601 time')
      const day = new Date(`${raw.slice(0, 10)}T00:00:00Z`)
      const time = new Date(raw)
      // Date rolls impossible days over into the next month, and a time zone can shift the year out of four digits.
      if (Number.isNaN(time.getTime()) || Number.isNaN(day.getTime())) return new Fault('is not an ISO 8601 time')
      const text = day.toISOString().startsWith(raw.slice(0, 10)) ? time.toISOString() : ''
      return /^\d{4}-/.test(text) ? text : new Fault('is not an ISO 8601 time')
    },
  )

/** The older name of `network`: 1 is mainnet, 2 testnet. */
export const chainId = () =>
  parameter<number | string, number>(
    { type: 'integer', accepts: '1 (mainnet) or 2 (testnet)', json: { type: 'integer', enum: [1, 2] } },
    (raw) => [1, 2].find((id) => String(id) === String(raw)) ?? new Fault('is not a known chain id'),
  )

export const message = () => parameters.text({ max: messageMax })

/** Hex with or without 0x, parsed to lower case with it. The verifier checks that the length fits the account. */
export const signatureForm = {
  type: 'signature',
  accepts: '0x and an even number of hex digits',
  json: { type: 'string', pattern: '^(0x)?([0-9a-fA-F]{2})+$', maxLength: 2 + 2 * signatureMaxBytes },
  readHex: (raw: unknown): string | Fault =>
    typeof raw === 'string' && raw.length <= 2 + 2 * signatureMaxBytes && /^(0x)?([0-9a-f]{2})+$/i.test(raw)
      ? `0x${raw.toLowerCase().replace(/^0x/, '')}`
      : new Fault('is not a signature'),
} as const

export const signature = () => {
  const { readHex, ...facts } = signatureForm
  return parameter<string, string>(facts, readHex)
}
