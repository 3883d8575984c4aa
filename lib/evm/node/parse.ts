import { type Fields, isFields } from '#lib/api/is-fields.ts'
import { zeroAddress } from '#lib/encoding/address.ts'
import type { EvmBlock, EvmTransaction, Hex } from './block.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'

/*
 * Raw JSON of a node → typed values. Written by hand: a schema library takes ten times as long, and this runs on every
 * value of every block. Fields that a node adds are ignored; fields that old nodes or other chains lack are null.
 */

/** A header with its transactions, not yet compared with the receipts. */
export type NodeBlock = Omit<EvmBlock, 'transactions' | 'checks'> & {
  /** 256 bytes; null if the chain has none. */
  logsBloom: Hex | null
  transactions: NodeTransaction[]
}

export type NodeHeader = Omit<NodeBlock, 'transactions'>

type OwnFields = 'hash' | 'index' | 'type' | 'nonce' | 'from' | 'to' | 'value' | 'gas' | 'input'

export type NodeTransaction = Pick<EvmTransaction, OwnFields> & {
  blockHash: Hex
  blockNumber: number
  gasPrice: bigint | null
  maxFeePerGas: bigint | null
  maxPriorityFeePerGas: bigint | null
}

/** A transaction that may not be in a block yet. */
export type SentTransaction = Omit<NodeTransaction, 'index' | 'blockHash' | 'blockNumber'> & {
  blockNumber: number | null
}

export type NodeReceipt = {
  transactionHash: Hex
  transactionIndex: number
  blockHash: Hex
  blockNumber: number
  status: 0 | 1 | null
  root: Hex | null
  gasUsed: bigint
  cumulativeGasUsed: bigint
  effectiveGasPrice: bigint | null
  contractAddress: Hex | null
  logs: NodeLog[]
}

export type NodeLog = {
  logIndex: number
  address: Hex
  topics: Hex[]
  data: Hex
  blockHash: Hex
  blockNumber: number
  transactionHash: Hex
  transactionIndex: number
  /** Unix seconds, if the node includes it in the log. */
  blockTimestamp?: number
}

export const parseHeader = (raw: unknown): NodeHeader => header(fields(raw, 'block'))

/** The number of the block that a transaction is in; null while it is pending. */
export const parseTransactionPlace = (raw: unknown): number | null => {
  const transaction = fields(raw, 'transaction')
  return present(transaction, 'blockNumber') ? count(transaction, 'blockNumber') : null
}

export function parseBlock(raw: unknown): NodeBlock {
  const block = fields(raw, 'block')
  return { ...header(block), transactions: list(block, 'transactions').map(transaction) }
}

export const parseReceipts = (raw: unknown): NodeReceipt[] => {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('receipts that are not a list')
  return raw.map(parseReceipt)
}

function parseReceipt(raw: unknown): NodeReceipt {
  const receipt = fields(raw, 'receipt')
  return {
    transactionHash: hash(receipt, 'transactionHash'),
    transactionIndex: count(receipt, 'transactionIndex'),
    blockHash: hash(receipt, 'blockHash'),
    blockNumber: count(receipt, 'blockNumber'),
    status: status(receipt),
    root: present(receipt, 'root') ? bytes(receipt, 'root') : null,
    gasUsed: quantity(receipt, 'gasUsed'),
    cumulativeGasUsed: quantity(receipt, 'cumulativeGasUsed'),
    effectiveGasPrice: optionalQuantity(receipt, 'effectiveGasPrice'),
    contractAddress: optionalAddress(receipt, 'contractAddress'),
    logs: list(receipt, 'logs').map(parseLog),
  }
}

export function parseLog(raw: unknown): NodeLog {
  const log = fields(raw, 'log')
  if (log.removed === true) throw new InconsistentAnswer('a log that was removed')
  return {
    logIndex: count(log, 'logIndex'),
    address: address(log, 'address'),
    topics: parseLogTopics(log.topics),
    data: bytes(log, 'data'),
    blockHash: hash(log, 'blockHash'),
    blockNumber: count(log, 'blockNumber'),
    transactionHash: hash(log, 'transactionHash'),
    transactionIndex: count(log, 'transactionIndex'),
    ...blockTimestamp(log),
  }
}

export function parseLogTopics(raw: unknown): Hex[] {
  const topics = list({ topics: raw }, 'topics')
  if (topics.length > 4) throw new InconsistentAnswer('a log of more than four topics')
  return topics.map((topic) => fixed(topic, hash32, 'topics'))
}

/** A newer field, empty or 0 on some nodes: then the header's time is used. */
function blockTimestamp({ blockTimestamp: reported }: Fields): { blockTimestamp?: number } {
  const seconds = typeof reported === 'string' && hexQuantity.test(reported) ? Number(reported) : 0
  return seconds > 0 && Number.isSafeInteger(seconds) ? { blockTimestamp: seconds } : {}
}

/** A number from a node, such as the result of eth_blockNumber. */
export const parseCount = (raw: unknown, what: string): number => count({ [what]: raw }, what)

export const parseQuantity = (raw: unknown, what: string): bigint => quantity({ [what]: raw }, what)

export const parseBytes = (raw: unknown, what: string): Hex => bytes({ [what]: raw }, what)

export const parseAddress = (raw: unknown, what: string): Hex => address({ [what]: raw }, what)

function header(block: Fields): NodeHeader {
  return {
    number: count(block, 'number'),
    hash: hash(block, 'hash'),
    parentHash: hash(block, 'parentHash'),
    timestamp: count(block, 'timestamp'),
    miner: optionalAddress(block, 'miner') ?? zeroAddress,
    gasUsed: quantity(block, 'gasUsed'),
    gasLimit: quantity(block, 'gasLimit'),
    baseFeePerGas: optionalQuantity(block, 'baseFeePerGas'),
    size: present(block, 'size') ? count(block, 'size') : null,
    logsBloom: present(block, 'logsBloom') ? fixed(block.logsBloom, bloom256, 'logsBloom') : null,
  }
}

function transaction(raw: unknown): NodeTransaction {
  const tx = fields(raw, 'transaction')
  return {
    ...sentFields(tx),
    index: count(tx, 'transactionIndex'),
    blockHash: hash(tx, 'blockHash'),
    blockNumber: count(tx, 'blockNumber'),
  }
}

export const parseSentTransaction = (raw: unknown): SentTransaction => ({
  ...sentFields(fields(raw, 'transaction')),
  blockNumber: parseTransactionPlace(raw),
})

function sentFields(tx: Fields): Omit<SentTransaction, 'blockNumber'> {
  return {
    hash: hash(tx, 'hash'),
    type: present(tx, 'type') ? count(tx, 'type') : 0,
    nonce: quantity(tx, 'nonce'),
    from: address(tx, 'from'),
    to: optionalAddress(tx, 'to'),
    value: quantity(tx, 'value'),
    gas: quantity(tx, 'gas'),
    gasPrice: optionalQuantity(tx, 'gasPrice'),
    maxFeePerGas: optionalQuantity(tx, 'maxFeePerGas'),
    maxPriorityFeePerGas: optionalQuantity(tx, 'maxPriorityFeePerGas'),
    input: bytes(tx, present(tx, 'input') ? 'input' : 'data'),
  }
}

function status(receipt: Fields): 0 | 1 | null {
  if (!present(receipt, 'status')) return null
  const value = count(receipt, 'status')
  if (value !== 0 && value !== 1) throw wrong('status', receipt.status)
  return value
}

const hash32 = /^0x[0-9a-f]{64}$/
const address20 = /^0x[0-9a-f]{40}$/
const bloom256 = /^0x[0-9a-f]{512}$/
const wholeBytes = /^0x(?:[0-9a-f]{2})*$/
const hexQuantity = /^0x[0-9a-f]{1,64}$/i

function fields(raw: unknown, what: string): Fields {
  if (!isFields(raw)) throw new InconsistentAnswer(`a ${what} that is not an object`)
  return raw
}

function list(from: Fields, key: string): unknown[] {
  const value = from[key]
  // Old Geth and some archives write an empty list as null.
  if (value === null) return []
  if (!Array.isArray(value)) throw wrong(key, value)
  return value
}

const present = (from: Fields, key: string): boolean => from[key] !== undefined && from[key] !== null

const hash = (from: Fields, key: string): Hex => fixed(from[key], hash32, key)
const address = (from: Fields, key: string): Hex => fixed(from[key], address20, key)
const bytes = (from: Fields, key: string): Hex => fixed(from[key], wholeBytes, key)
const optionalAddress = (from: Fields, key: string): Hex | null => (present(from, key) ? address(from, key) : null)
const optionalQuantity = (from: Fields, key: string): bigint | null => (present(from, key) ? quantity(from, key) : null)

/** Each of these formats starts with 0x. */
const isOf = (form: RegExp, text: string): text is Hex => form.test(text)

function fixed(value: unknown, form: RegExp, key: string): Hex {
  if (typeof value !== 'string') throw wrong(key, value)
  if (isOf(form, value)) return value
  const lower = value.toLowerCase()
  if (!isOf(form, lower)) throw wrong(key, value)
  return lower
}

function quantity(from: Fields, key: string): bigint {
  const value = from[key]
  if (typeof value !== 'string' || !hexQuantity.test(value)) throw wrong(key, value)
  return BigInt(value)
}

function count(from: Fields, key: string): number {
  const value = from[key]
  if (typeof value !== 'string' || !hexQuantity.test(value)) throw wrong(key, value)
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw wrong(key, value)
  return number
}

const wrong = (key: string, value: unknown): InconsistentAnswer =>
  new InconsistentAnswer(`${key} is ${value === undefined ? 'missing' : shown(value)}`)

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
