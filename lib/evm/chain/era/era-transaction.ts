import { RLP } from '@ethereumjs/rlp'
import { concatBytes, numberToBytesBE } from '@noble/curves/utils.js'
import { recover } from 'tiny-secp256k1'
import { toHex } from '#lib/base/bytes.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { invariant } from '#lib/base/invariant.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { Bloom } from '#lib/evm/chain/checks/bloom.ts'
import { type Raw, type RecoverableSignature, type RecoverKey, recoverSigner } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { decodeRlp, EraFault, hexQuantity, type Item, itemBytes, itemHex, itemList } from './rlp-items.ts'

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
type EraTransaction = Raw & { hash: Hex; from: Hex; nonce: Hex; to: Hex | null }

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

type Place = { blockHash: unknown; blockNumber: unknown }

const receiptFields = 4
type Receipt = ReturnType<typeof readReceipt>
const logFields = 3
const stateRootBytes = 32

/** The receipts of a block as a node returns them: with what follows from the transactions and from each other. */
export const eraReceipts = (
  receipts: readonly Receipt[],
  transactions: readonly EraTransaction[],
  place: Place,
): Raw[] => {
  if (receipts.length !== transactions.length)
    throw new EraFault(`it has ${transactions.length} transactions but ${receipts.length} receipts`)
  let gasBefore = 0n
  let logIndex = 0
  return receipts.map(({ type, outcome, cumulativeGasUsed, logsBloom, logs }, index) => {
    const transaction = transactions[index]
    invariant(transaction, 'there are as many')
    const inBlock = { ...place, transactionHash: transaction.hash, transactionIndex: hexNumber(index) }
    const gasUsed = BigInt(cumulativeGasUsed) - gasBefore
    if (gasUsed < 0n) throw new EraFault('it has receipts whose gas decreases')
    gasBefore += gasUsed
    return {
      ...inBlock,
      ...outcome,
      type: hexNumber(type),
      cumulativeGasUsed,
      gasUsed: hexNumber(gasUsed),
      logsBloom,
      logs: logs.map((log) => ({ ...log, ...inBlock, logIndex: hexNumber(logIndex++) })),
      contractAddress: transaction.to === null ? createdAddress(transaction) : null,
    }
  })
}

/** A receipt as in the receipts root (EIP-2718). */
export const readReceipt = (item: Item) => {
  const type = item instanceof Uint8Array ? (item[0] ?? 0) : 0
  const list = item instanceof Uint8Array ? decodeRlp(Buffer.from(item.subarray(1)), 'receipt') : item
  const [result, gas, logsBloom, logs] = fieldsOf(list)
  return {
    type,
    outcome: outcomeOf(result),
    cumulativeGasUsed: hexQuantity(gas, 'gas'),
    logsBloom: itemHex(logsBloom, 'bloom'),
    logs: itemList(logs, 'logs').map(readLog),
  }
}

/** A receipt of an ere file: its type is a field, and its bloom, which follows from the logs, is left out. */
export const readSlimReceipt = (item: Item): Receipt => {
  const [type, result, gas, logItems] = fieldsOf(item)
  const logs = itemList(logItems, 'logs').map(readLog)
  const bloom = new Bloom()
  for (const { address, topics } of logs) for (const value of [address, ...topics]) bloom.add(value)
  return {
    type: Number(hexQuantity(type, 'type')),
    outcome: outcomeOf(result),
    cumulativeGasUsed: hexQuantity(gas, 'gas'),
    logsBloom: `0x${bloom.digits()}`,
    logs,
  }
}

const fieldsOf = (item: Item): Item[] => {
  const fields = itemList(item, 'receipt')
  if (fields.length !== receiptFields) throw new EraFault(`it has a receipt with ${fields.length} fields`)
  return fields
}

/** Before Byzantium (EIP-658) the state root, since then the status. */
const outcomeOf = (item: Item | undefined): { root: Hex } | { status: Hex } =>
  item instanceof Uint8Array && item.length === stateRootBytes
    ? { root: toHex(item) }
    : { status: hexQuantity(item, 'status') }

const readLog = (item: Item) => {
  const fields = itemList(item, 'log')
  if (fields.length !== logFields) throw new EraFault(`it has a log with ${fields.length} fields`)
  const [address, topics, data] = fields
  return {
    address: itemHex(address, 'log'),
    topics: itemList(topics, 'topics').map((topic) => itemHex(topic, 'topics')),
    data: itemHex(data, 'log'),
  }
}

/** Of a transaction without a recipient, by sender and nonce (Yellow Paper, §7). */
const createdAddress = ({ from, nonce }: EraTransaction): Hex =>
  toHex(keccak256(RLP.encode([from, BigInt(nonce)])).subarray(12))
