import { type Hex, zeroHash } from '#lib/base/hex.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { EvmBlobs, EvmBlock, EvmBlockBody, EvmTransaction, EvmWithdrawal } from '#lib/evm/chain/block.ts'
import {
  InconsistentAnswer,
  readAddress,
  readBytes,
  readCount,
  readFlag,
  readHash,
  readList,
  readQuantity,
  required,
} from './inconsistent-answer.ts'

/*
 * Raw JSON of a node → typed values. Written by hand: a schema library takes ten times as long, and this runs on every
 * value of every block. Fields that a node adds are ignored. Required is only what nothing else tells: of a block its
 * number, hash, parent, time and transactions, of a transaction its hash and sender, of a log its address and topics.
 * What else a node leaves out is null here, and derived where blocks and receipts are joined (`checkedBlock`).
 */

/** A header with its transactions, not yet compared with the receipts. */
export type NodeBlock = Omit<EvmBlock, 'transactions' | 'checks' | 'gasUsed'> & {
  /** Null: the sum of the receipts. */
  gasUsed: bigint | null
  /** 256 bytes; null if the chain has none. */
  logsBloom: Hex | null
  transactions: NodeTransaction[]
}

export type NodeHeader = Omit<NodeBlock, 'transactions' | 'body'>

type OwnFields = 'hash' | 'type' | 'nonce' | 'from' | 'to' | 'value' | 'gas' | 'input'

/** Where a transaction, a receipt or a log says that it is: compared with where it stands, if it says so. */
type Place = { blockHash: Hex | null; blockNumber: number | null }

export type NodeTransaction = Pick<EvmTransaction, OwnFields> &
  Place & {
    index: number | null
    gasPrice: bigint | null
    maxFeePerGas: bigint | null
    maxPriorityFeePerGas: bigint | null
    blobs?: Omit<EvmBlobs, 'gasPrice'>
  }

/** A transaction that may not be in a block yet. */
export type SentTransaction = Omit<NodeTransaction, 'index' | 'blockHash'>

export type NodeReceipt = Place & {
  transactionHash: Hex | null
  transactionIndex: number | null
  status: 0 | 1 | null
  root: Hex | null
  gasUsed: bigint | null
  cumulativeGasUsed: bigint | null
  effectiveGasPrice: bigint | null
  blobGasPrice: bigint | null
  contractAddress: Hex | null
  logs: ReceiptLog[]
}

/** A log within a receipt, which says where it belongs. */
export type ReceiptLog = Place & {
  /** Within the block; some nodes count within the transaction, or not at all. */
  logIndex: number | null
  address: Hex
  topics: Hex[]
  data: Hex
  transactionHash: Hex | null
  transactionIndex: number | null
}

/** A log as eth_getLogs returns it, without anything around it. */
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

/** The same; null where the node does not count the logs of a block. */
export type FoundLog = Omit<NodeLog, 'logIndex'> & { logIndex: number | null }

export const parseHeader = (raw: unknown): NodeHeader => header(fields(raw, 'block'))

/** The number of the block that a transaction is in; null while it is pending. */
export const parseTransactionPlace = (raw: unknown): number | null =>
  readCount(fields(raw, 'transaction').blockNumber, 'blockNumber') ?? null

export function parseBlock(raw: unknown): NodeBlock {
  const block = fields(raw, 'block')
  const transactions = readList(block.transactions, 'transactions').map(transaction)
  return { ...header(block), transactions, body: bodyOf(block) }
}

/** Blocks of some chains have lists of these names with other contents: their transactions are indexed all the same. */
const bodyOf = ({ withdrawals, uncles }: Fields): EvmBlockBody | undefined => {
  try {
    return {
      withdrawals: readList(withdrawals ?? null, 'withdrawals').map(withdrawal),
      uncles: readList(uncles ?? null, 'uncles').map((uncle) => hash(uncle, 'uncles')),
    }
  } catch (error) {
    if (error instanceof InconsistentAnswer) return undefined
    throw error
  }
}

const withdrawal = (raw: unknown): EvmWithdrawal => {
  const { index, validatorIndex, address: receiver, amount } = fields(raw, 'withdrawal')
  return {
    index: parseUint64(index, 'index'),
    validatorIndex: parseUint64(validatorIndex, 'validatorIndex'),
    address: address(receiver, 'address'),
    amount: parseUint64(amount, 'amount'),
  }
}

export const parseReceipts = (raw: unknown): NodeReceipt[] => {
  if (!Array.isArray(raw)) throw new InconsistentAnswer('receipts that are not a list')
  return raw.map(parseReceipt)
}

function parseReceipt(raw: unknown): NodeReceipt {
  const receipt = fields(raw, 'receipt')
  const contractAddress = readAddress(receipt.contractAddress, 'contractAddress') ?? null
  return {
    ...place(receipt),
    transactionHash: statedHash(receipt.transactionHash, 'transactionHash'),
    transactionIndex: readCount(receipt.transactionIndex, 'transactionIndex') ?? null,
    status: readFlag(receipt.status, 'status') ?? null,
    root: readHash(receipt.root, 'root') ?? null,
    gasUsed: readQuantity(receipt.gasUsed, 'gasUsed') ?? null,
    cumulativeGasUsed: readQuantity(receipt.cumulativeGasUsed, 'cumulativeGasUsed') ?? null,
    blobGasPrice: readQuantity(receipt.blobGasPrice, 'blobGasPrice') ?? null,
    effectiveGasPrice: readQuantity(receipt.effectiveGasPrice, 'effectiveGasPrice') ?? null,
    // No contract can be created there: some nodes write it for none.
    contractAddress: contractAddress === zeroAddress ? null : contractAddress,
    logs: readList(receipt.logs, 'logs').map(receiptLog),
  }
}

function receiptLog(raw: unknown): ReceiptLog {
  const log = fields(raw, 'log')
  return {
    ...place(log),
    ...logContents(log),
    logIndex: readCount(log.logIndex, 'logIndex') ?? null,
    transactionHash: statedHash(log.transactionHash, 'transactionHash'),
    transactionIndex: readCount(log.transactionIndex, 'transactionIndex') ?? null,
  }
}

export function parseLog(raw: unknown): FoundLog {
  const log = fields(raw, 'log')
  return {
    ...logContents(log),
    logIndex: readCount(log.logIndex, 'logIndex') ?? null,
    blockHash: hash(log.blockHash, 'blockHash'),
    blockNumber: count(log.blockNumber, 'blockNumber'),
    transactionHash: hash(log.transactionHash, 'transactionHash'),
    transactionIndex: count(log.transactionIndex, 'transactionIndex'),
    ...blockTimestamp(log),
  }
}

const logContents = (log: Fields): Pick<NodeLog, 'address' | 'topics' | 'data'> => {
  if (log.removed === true) throw new InconsistentAnswer('a log that was removed')
  return {
    address: address(log.address, 'address'),
    topics: parseLogTopics(log.topics),
    data: readBytes(log.data, 'data'),
  }
}

export function parseLogTopics(raw: unknown): Hex[] {
  const topics = readList(raw, 'topics')
  if (topics.length > 4) throw new InconsistentAnswer('a log of more than four topics')
  return topics.map((topic) => hash(topic, 'topics'))
}

/** A newer field, empty or 0 on some nodes: then the header's time is used. */
function blockTimestamp({ blockTimestamp: reported }: Fields): { blockTimestamp?: number } {
  try {
    const seconds = readCount(reported, 'blockTimestamp') ?? 0
    return seconds > 0 ? { blockTimestamp: seconds } : {}
  } catch {
    return {}
  }
}

/** A number from a node, such as the result of eth_blockNumber. */
export const parseCount = required(readCount)
export const parseQuantity = required(readQuantity)
const parseUint64 = (raw: unknown, name: string): bigint => {
  const quantity = parseQuantity(raw, name)
  if (quantity < 2n ** 64n) return quantity
  throw new InconsistentAnswer(`a ${name} of more than 64 bits`)
}
export const parseBytes = (raw: unknown, what: string): Hex => {
  if (typeof raw !== 'string') throw new InconsistentAnswer(`a ${what} that is not text`)
  return readBytes(raw, what)
}
export const parseAddress = required(readAddress)

const count = parseCount
const hash = required(readHash)
const address = parseAddress

function header(block: Fields): NodeHeader {
  const number = count(block.number, 'number')
  return {
    number,
    hash: hash(block.hash, 'hash'),
    parentHash: readHash(block.parentHash, 'parentHash') ?? parentOf(number),
    timestamp: count(block.timestamp, 'timestamp'),
    miner: readAddress(block.miner, 'miner') ?? zeroAddress,
    gasUsed: readQuantity(block.gasUsed, 'gasUsed') ?? null,
    gasLimit: readQuantity(block.gasLimit, 'gasLimit') ?? null,
    baseFeePerGas: readQuantity(block.baseFeePerGas, 'baseFeePerGas') ?? null,
    size: readCount(block.size, 'size') ?? null,
    logsBloom: bloom(block.logsBloom),
  }
}

/** Only the first block has no parent. */
const parentOf = (number: number): Hex => {
  if (number === 0) return zeroHash
  throw new InconsistentAnswer(`parentHash of block ${number} is missing`)
}

/** A bloom in any other form says nothing. */
const bloom = (value: unknown): Hex | null =>
  typeof value === 'string' && bloom256.test(value) ? readBytes(value, 'logsBloom') : null
const bloom256 = /^0x[0-9a-f]{512}$/i

const place = (from: Fields): Place => ({
  blockHash: statedHash(from.blockHash, 'blockHash'),
  blockNumber: readCount(from.blockNumber, 'blockNumber') ?? null,
})

/** The zero hash states none: logs of system transactions of BSC and some L2s have it. */
const statedHash = (value: unknown, name: string): Hex | null => {
  const found = readHash(value, name)
  return found === undefined || found === zeroHash ? null : found
}

function transaction(raw: unknown): NodeTransaction {
  const tx = fields(raw, 'transaction')
  return {
    ...sentFields(tx),
    ...place(tx),
    index: readCount(tx.transactionIndex, 'transactionIndex') ?? null,
    ...blobs(tx),
  }
}

function blobs({ blobVersionedHashes, maxFeePerBlobGas }: Fields): Pick<NodeTransaction, 'blobs'> {
  if (blobVersionedHashes === undefined || blobVersionedHashes === null) return {}
  const versionedHashes = readList(blobVersionedHashes, 'blobVersionedHashes').map((one) =>
    hash(one, 'blobVersionedHashes'),
  )
  if (versionedHashes.length === 0) return {}
  return { blobs: { versionedHashes, maxFeePerGas: readQuantity(maxFeePerBlobGas, 'maxFeePerBlobGas') ?? 0n } }
}

export const parseSentTransaction = (raw: unknown): SentTransaction => ({
  ...sentFields(fields(raw, 'transaction')),
  blockNumber: parseTransactionPlace(raw),
})

function sentFields(tx: Fields): Omit<SentTransaction, 'blockNumber'> {
  return {
    hash: hash(tx.hash, 'hash'),
    type: readCount(tx.type, 'type') ?? 0,
    nonce: readQuantity(tx.nonce, 'nonce') ?? 0n,
    from: address(tx.from, 'from'),
    to: readAddress(tx.to, 'to') ?? null,
    value: readQuantity(tx.value, 'value') ?? 0n,
    gas: readQuantity(tx.gas, 'gas') ?? 0n,
    gasPrice: readQuantity(tx.gasPrice, 'gasPrice') ?? null,
    maxFeePerGas: readQuantity(tx.maxFeePerGas, 'maxFeePerGas') ?? null,
    maxPriorityFeePerGas: readQuantity(tx.maxPriorityFeePerGas, 'maxPriorityFeePerGas') ?? null,
    input: readBytes(tx.input ?? tx.data, 'input'),
  }
}

function fields(raw: unknown, what: string): Fields {
  if (!isFields(raw)) throw new InconsistentAnswer(`a ${what} that is not an object`)
  return raw
}
