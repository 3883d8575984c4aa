import { secp256k1 } from '@noble/curves/secp256k1.js'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { hashOf, keccak256 } from '#lib/base/keccak.ts'
import type { NotPossible } from '#lib/evm/api/block-checks.ts'

/** An unmodified object of a node's response. */
export type Raw = Readonly<Record<string, unknown>>

/** Reasons why a computed value may differ although the block is correct. */
export type Excuses = Set<NotPossible>

/**
 * The hex digits of a field; empty if the node omits it, which is recorded. Anything other than hex ends the bytes, so
 * that the check fails.
 */
export const digits = (from: Raw, key: string, excuses: Excuses): string => {
  const value = from[key]
  if (typeof value === 'string' && value.startsWith('0x')) return value.slice(2)
  excuses.add('field_missing')
  return ''
}

/** The same for a field that may be null, such as the recipient of a contract creation. */
const digitsOrNone = (from: Raw, key: string, excuses: Excuses): string =>
  from[key] === null || from[key] === undefined ? '' : digits(from, key, excuses)

/** A list of objects; empty if the node omits it, which is recorded. */
export const objects = (from: Raw, key: string, excuses: Excuses): readonly Raw[] => {
  const value = from[key]
  if (Array.isArray(value)) return value.filter(isFields)
  excuses.add('field_missing')
  return []
}

/** A list of hex texts, as digits. */
export const digitList = (from: Raw, key: string, excuses: Excuses): string[] => {
  const value = from[key]
  if (!Array.isArray(value)) excuses.add('field_missing')
  return Array.isArray(value) ? value.map((item) => digits({ item }, 'item', excuses)) : []
}

export const isPresent = (from: Raw, key: string): boolean => from[key] !== undefined && from[key] !== null

/** The EIP-2718 type of a transaction or receipt; 0 without one. */
export const typeOf = (from: Raw): number => (isPresent(from, 'type') ? Number(from.type) : 0)

/*
 * RLP (Ethereum Yellow Paper, appendix B) over hex digits, without 0x. Node responses are hex text, and joining text is
 * far faster than filling many small buffers: bytes are created once per transaction or receipt.
 */

/** A byte string. */
export const rlpBytes = (digits: string): string =>
  digits.length === 2 && digits < '80' ? digits : prefix(digits.length / 2, 0x80) + digits

/** A number, without leading zeros from the node. */
export const rlpQuantity = (digits: string): string => {
  let start = 0
  while (digits.charCodeAt(start) === zeroDigit) start++
  const bare = digits.slice(start)
  return rlpBytes(bare.length % 2 === 0 ? bare : `0${bare}`)
}

/** A list whose items, each already RLP, are joined. */
export const rlpList = (items: string): string => prefix(items.length / 2, 0xc0) + items

const zeroDigit = '0'.charCodeAt(0)
/** The longest payload, in bytes, whose length fits into the first byte. */
const shortMax = 55

const prefix = (length: number, offset: number): string => {
  if (length <= shortMax) return evenHex(offset + length)
  const written = evenHex(length)
  return evenHex(offset + shortMax + written.length / 2) + written
}

const evenHex = (number: number): string => {
  const digits = number.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}

type Encode = (transaction: Raw, excuses: Excuses) => string

const quantities = (from: Raw, keys: readonly string[], excuses: Excuses): string =>
  keys.map((key) => rlpQuantity(digits(from, key, excuses))).join('')

const receiverValueInput: Encode = (transaction, excuses) =>
  rlpBytes(digitsOrNone(transaction, 'to', excuses)) +
  rlpQuantity(digits(transaction, 'value', excuses)) +
  rlpBytes(digits(transaction, isPresent(transaction, 'input') ? 'input' : 'data', excuses))

const signature: Encode = (transaction, excuses) =>
  quantities(transaction, [isPresent(transaction, 'yParity') ? 'yParity' : 'v', 'r', 's'], excuses)

const accessList: Encode = (transaction, excuses) => {
  const entries = objects(transaction, 'accessList', excuses).map((entry) => {
    const keys = digitList(entry, 'storageKeys', excuses).map(rlpBytes).join('')
    return rlpList(rlpBytes(digits(entry, 'address', excuses)) + rlpList(keys))
  })
  return rlpList(entries.join(''))
}

const authorizations: Encode = (transaction, excuses) => {
  const entries = objects(transaction, 'authorizationList', excuses).map((entry) =>
    rlpList(
      quantities(entry, ['chainId'], excuses) +
        rlpBytes(digits(entry, 'address', excuses)) +
        quantities(entry, ['nonce'], excuses) +
        signature(entry, excuses),
    ),
  )
  return rlpList(entries.join(''))
}

const beforeFees = ['chainId', 'nonce']
const marketFees = [...beforeFees, 'maxPriorityFeePerGas', 'maxFeePerGas', 'gas']

/** The EIP-2718 type of a deposit on a rollup of the OP Stack. */
export const depositType = 126

/** The EIP-2718 types of deposits on a rollup of Arbitrum, and of the call that a retryable ticket was created for. */
export const arbitrumTypes = { deposit: 100, redeem: 104, retryable: 105 }

/** The payload of each type, before it is wrapped in a list. */
const payloads: Record<number, Encode> = {
  0: (transaction, excuses) =>
    quantities(transaction, ['nonce', 'gasPrice', 'gas'], excuses) +
    receiverValueInput(transaction, excuses) +
    quantities(transaction, ['v', 'r', 's'], excuses),
  // EIP-2930.
  1: (transaction, excuses) =>
    quantities(transaction, [...beforeFees, 'gasPrice', 'gas'], excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    signature(transaction, excuses),
  // EIP-1559.
  2: (transaction, excuses) =>
    quantities(transaction, marketFees, excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    signature(transaction, excuses),
  // EIP-4844; a block has its transactions without their blobs.
  3: (transaction, excuses) =>
    quantities(transaction, marketFees, excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    quantities(transaction, ['maxFeePerBlobGas'], excuses) +
    rlpList(digitList(transaction, 'blobVersionedHashes', excuses).map(rlpBytes).join('')) +
    signature(transaction, excuses),
  // EIP-7702.
  4: (transaction, excuses) =>
    quantities(transaction, marketFees, excuses) +
    receiverValueInput(transaction, excuses) +
    accessList(transaction, excuses) +
    authorizations(transaction, excuses) +
    signature(transaction, excuses),
  // The two deposits of Arbitrum: arb_types of its go-ethereum.
  [arbitrumTypes.deposit]: (transaction, excuses) =>
    quantities(transaction, ['chainId'], excuses) +
    ['requestId', 'from', 'to'].map((key) => rlpBytes(digits(transaction, key, excuses))).join('') +
    quantities(transaction, ['value'], excuses),
  [arbitrumTypes.retryable]: (transaction, excuses) =>
    quantities(transaction, ['chainId'], excuses) +
    ['requestId', 'from'].map((key) => rlpBytes(digits(transaction, key, excuses))).join('') +
    quantities(transaction, ['l1BaseFee', 'depositValue', 'maxFeePerGas', 'gas'], excuses) +
    rlpBytes(digitsOrNone(transaction, 'retryTo', excuses)) +
    quantities(transaction, ['retryValue'], excuses) +
    rlpBytes(digits(transaction, 'beneficiary', excuses)) +
    quantities(transaction, ['maxSubmissionFee'], excuses) +
    ['refundTo', 'retryData'].map((key) => rlpBytes(digits(transaction, key, excuses))).join(''),
  // Arbitrum's own at the start of each of its blocks.
  106: (transaction, excuses) =>
    quantities(transaction, ['chainId'], excuses) + rlpBytes(digits(transaction, 'input', excuses)),
  // Nodes omit `mint` where nothing is minted, and `isSystemTx` unless it is true.
  [depositType]: (transaction, excuses) =>
    rlpBytes(digits(transaction, 'sourceHash', excuses)) +
    rlpBytes(digits(transaction, 'from', excuses)) +
    rlpBytes(digitsOrNone(transaction, 'to', excuses)) +
    rlpQuantity(digitsOrNone(transaction, 'mint', excuses)) +
    quantities(transaction, ['value', 'gas'], excuses) +
    rlpBytes(transaction.isSystemTx === true ? '01' : '') +
    rlpBytes(digits(transaction, 'input', excuses)),
}

/** A transaction as encoded in its block, the input of its hash, in hex digits. */
export const transactionDigits: Encode = (transaction, excuses) => {
  const type = typeOf(transaction)
  const payload = payloads[type]
  if (!payload) excuses.add('type_unknown')
  const list = rlpList(payload?.(transaction, excuses) ?? '')
  return type === 0 ? list : type.toString(16).padStart(2, '0') + list
}

export type RecoverableSignature = { r: bigint; s: bigint; parity: 0 | 1 }

/** The uncompressed public key (65 bytes) that signed a hash; null, or throws, if the signature is not valid. */
export type RecoverKey = (hash: Uint8Array, signature: RecoverableSignature) => Uint8Array | null

const recoverKeyInJavaScript: RecoverKey = (hash, { r, s, parity }) =>
  new secp256k1.Signature(r, s).addRecoveryBit(parity).recoverPublicKey(hash).toBytes(false)

/** The address that signed a hash. Undefined if the signature is not valid. */
export const recoverSigner = (
  hash: Uint8Array,
  signature: RecoverableSignature,
  recoverKey = recoverKeyInJavaScript,
): Hex | undefined => {
  try {
    const key = recoverKey(hash, signature)
    return key === null ? undefined : toHex(keccak256(key.subarray(1)).subarray(12))
  } catch {
    return undefined
  }
}

type Authorization = {
  chainId: bigint
  address: Hex
  nonce: bigint
  yParity?: bigint | null | undefined
  /** Some nodes call the parity so. */
  v?: bigint | null | undefined
  r: bigint
  s: bigint
}

/** EIP-7702, "Set code transaction": the first byte of what an account signs. */
const magic = '05'
const halfOrder = secp256k1.Point.Fn.ORDER / 2n
const nonceMax = 2n ** 64n - 1n

/** The account that signed an authorization. Undefined if no account did: then it has no effect. */
export const authorityOf = ({ chainId, address, nonce, yParity, v, r, s }: Authorization): Hex | undefined => {
  const parity = yParity ?? v
  if ((parity !== 0n && parity !== 1n) || s > halfOrder || nonce >= nonceMax) return undefined
  const message =
    magic + rlpList(rlpQuantity(chainId.toString(16)) + rlpBytes(address.slice(2)) + rlpQuantity(nonce.toString(16)))
  const hash = Buffer.from(hashOf(message).slice(2), 'hex')
  return recoverSigner(hash, { r, s, parity: parity === 0n ? 0 : 1 })
}
