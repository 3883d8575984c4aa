import { RLP } from '@ethereumjs/rlp'
import { concatBytes, numberToBytesBE } from '@noble/curves/utils.js'
import { recover } from 'tiny-secp256k1'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import type { Raw } from '#lib/evm/chain/checks/raw-fields.ts'
import { type RecoverableSignature, type RecoverKey, recoverSigner } from '#lib/evm/chain/checks/recover-signer.ts'
import { EraFault } from './era-fault.ts'
import { decodeRlp, hexQuantity, type Item, itemBytes, itemHex, itemList } from './rlp-items.ts'

const scalarBytes = 32

/** libsecp256k1 as WebAssembly. Longer scalars make a longer signature, which it refuses. */
const recoverKeyInWasm: RecoverKey = (hash, { r, s, parity }) =>
  recover(hash, concatBytes(numberToBytesBE(r, scalarBytes), numberToBytesBE(s, scalarBytes)), parity, false)

/**
 * `recoverSigner` for the many transactions of a file: a sixth of the processor time (tests/bench/primitives.ts). Loading it takes
 * 14 MB of memory, so that only imports do.
 */
export const recoverSender = (hash: Uint8Array, signature: RecoverableSignature): Hex | undefined =>
  recoverSigner(hash, signature, recoverKeyInWasm)

/** A transaction as a node returns it, without its place. */
export type EraTransaction = Raw & { hash: Hex; from: Hex; nonce: Hex; to: Hex | null }

const call = ['gas', 'to', 'value', 'input']
const feeMarket = ['chainId', 'nonce', 'maxPriorityFeePerGas', 'maxFeePerGas', ...call, 'accessList']

/** The fields of each type in order, before the signature: legacy, EIP-2930, EIP-1559, EIP-4844, EIP-7702. */
const payloads: readonly (readonly string[])[] = [
  ['nonce', 'gasPrice', ...call],
  ['chainId', 'nonce', 'gasPrice', ...call, 'accessList'],
  feeMarket,
  [...feeMarket, 'maxFeePerBlobGas', 'blobVersionedHashes'],
  [...feeMarket, 'authorizationList'],
]
const signatureFields = 3

/** An item of a block's list. @throws EraFault if it is invalid, or signed for another chain */
export const eraTransaction = (item: Item, chainId: number): EraTransaction => {
  const envelope = Array.isArray(item) ? RLP.encode(item) : item
  const type = Array.isArray(item) ? 0 : (item[0] ?? 0)
  const names = payloads[type]
  if (names === undefined || envelope.length === 0) throw new EraFault(`it has a transaction of type ${type}`)
  const items = Array.isArray(item) ? item : itemList(decodeRlp(Buffer.from(item.subarray(1)), what), what)
  if (items.length !== names.length + signatureFields)
    throw new EraFault(`it has a transaction of type ${type} with ${items.length} fields`)
  const fields = Object.fromEntries(names.map((name, at) => [name, fieldOf(name, items[at])]))
  const [v, r, s] = items.slice(-signatureFields).map((part) => hexQuantity(part, what))
  if (v === undefined || r === undefined || s === undefined)
    throw new EraFault('it has a transaction without signature')
  const { parity, signedFor } = type === 0 ? legacyParity(BigInt(v)) : { parity: BigInt(v), signedFor: fields.chainId }
  if (signedFor !== undefined && BigInt(String(signedFor)) !== BigInt(chainId))
    throw new EraFault(`it has a transaction of chain ${BigInt(String(signedFor))}: the file is of another chain`)
  const signed = items.slice(0, -signatureFields)
  const message =
    type === 0 ? legacyMessage(signed, signedFor) : Buffer.concat([Buffer.from([type]), RLP.encode(signed)])
  const from =
    parity === 0n || parity === 1n
      ? recoverSender(keccak256(message), { r: BigInt(r), s: BigInt(s), parity: parity === 0n ? 0 : 1 })
      : undefined
  if (from === undefined) throw new EraFault('it has a transaction whose signature is invalid')
  const to = itemBytes(items[names.indexOf('to')], 'recipient')
  return {
    ...fields,
    type: `0x${type}`,
    nonce: hexQuantity(items[names.indexOf('nonce')], 'nonce'),
    to: to.length === 0 ? null : toHex(to),
    ...(type === 0 ? { v } : { v, yParity: v }),
    r,
    s,
    hash: toHex(keccak256(envelope)),
    from,
  }
}

const what = 'transaction'

const fieldOf = (name: string, item: Item | undefined): unknown => {
  if (name === 'accessList') return itemList(item, name).map(accessEntry)
  if (name === 'authorizationList') return itemList(item, name).map(authorization)
  if (name === 'blobVersionedHashes') return itemList(item, name).map((hash) => itemHex(hash, name))
  return name === 'to' || name === 'input' ? itemHex(item, name) : hexQuantity(item, name)
}

const accessEntry = (item: Item) => {
  const [address, storageKeys, ...others] = itemList(item, 'access list')
  if (others.length > 0) throw new EraFault('it has a transaction with an invalid access list')
  return {
    address: itemHex(address, 'access list'),
    storageKeys: itemList(storageKeys, 'access list').map((key) => itemHex(key, 'access list')),
  }
}

const authorization = (item: Item) => {
  const [chainId, address, nonce, yParity, r, s, ...others] = itemList(item, 'authorization')
  if (others.length > 0) throw new EraFault('it has a transaction with an invalid authorization')
  const quantities = Object.entries({ chainId, nonce, yParity, r, s })
  return {
    ...Object.fromEntries(quantities.map(([name, part]) => [name, hexQuantity(part, 'authorization')])),
    address: itemHex(address, 'authorization'),
  }
}

/** Since EIP-155, the parity may include the chain. */
const legacyParity = (v: bigint): { parity: bigint; signedFor: bigint | undefined } =>
  v < 35n ? { parity: v - 27n, signedFor: undefined } : { parity: (v - 35n) % 2n, signedFor: (v - 35n) / 2n }

const legacyMessage = (signed: Item[], signedFor: unknown): Uint8Array =>
  RLP.encode(typeof signedFor === 'bigint' ? [...signed, signedFor, 0n, 0n] : signed)
