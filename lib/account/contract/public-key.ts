import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'

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
export const publicKeyBytesMax = publicKeysMax * (secp256k1Bytes + 2) + 2

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
