import type { FileHandle } from 'node:fs/promises'
import { RLP } from '@ethereumjs/rlp'
import { toDigits, toHex } from '#lib/base/bytes.ts'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { blockCheckNames } from '#lib/evm/api/block-checks.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { blockChecks, outcomesOf } from '#lib/evm/chain/checks/block-checks.ts'
import { orderedTrie } from '#lib/evm/chain/checks/ordered-trie.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseBlock, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { checkedBlock } from '#lib/evm/chain/rpc/reading/check.ts'
import { eraReceipts, eraTransaction, readReceipt, readSlimReceipt } from './era-transaction.ts'
import { decodeRlp, EraFault, eraHeader, hexQuantity, type Item, itemHex, itemList, unframed } from './rlp-items.ts'

/*
 * Entries of an e2store file (github.com/status-im/nimbus-eth2, docs/e2store.md): a header of type (2 bytes), length (4) and zeros (2),
 * all little-endian, then the data. The types are those of era1 and ere (github.com/eth-clients/e2store-format-specs, formats).
 */

export const entryTypes = {
  version: 0x3265,
  header: 0x03,
  body: 0x04,
  receipts: 0x05,
  totalDifficulty: 0x06,
  accumulator: 0x07,
  slimReceipts: 0x0a,
  proof: 0x0b,
  blockIndex: 0x3266,
  dynamicIndex: 0x3267,
} as const

type EntryName = keyof typeof entryTypes

const entryNames: Record<EntryName, string> = {
  version: 'version',
  header: 'header',
  body: 'body',
  receipts: 'receipts',
  totalDifficulty: 'total difficulty',
  accumulator: 'accumulator',
  slimReceipts: 'slim receipts',
  proof: 'proof',
  blockIndex: 'block index',
  dynamicIndex: 'dynamic block index',
}

/** `start` is the position of its header in the file; its data is from `dataStart` to `end`. */
export type Entry = { type: number; start: number; dataStart: number; end: number }

const entryHeaderBytes = 8
/** Of one entry. The largest blocks have a few megabytes. */
const entryBytesMax = 64 * 1024 * 1024
const windowBytes = 256 * 1024

/** The entry whose header is at the front of `header`. @throws EraFault */
const entryAt = (header: Buffer, start: number, fileBytes: number): Entry => {
  if (header.length < entryHeaderBytes) throw cutOff(fileBytes)
  const bytes = header.readUInt32LE(2)
  if (header.readUInt16LE(6) !== 0) throw new EraFault(`the entry at byte ${start} has no valid header`)
  if (bytes > entryBytesMax) throw new EraFault(`the entry at byte ${start} has ${bytes} bytes: too many`)
  const dataStart = start + entryHeaderBytes
  if (dataStart + bytes > fileBytes) throw cutOff(fileBytes)
  return { type: header.readUInt16LE(0), start, dataStart, end: dataStart + bytes }
}

export const requireType = (entry: Entry, ...names: EntryName[]): Entry => {
  if (names.some((name) => entry.type === entryTypes[name])) return entry
  const expected = names.map((name) => entryNames[name]).join(' or ')
  throw new EraFault(`the entry at byte ${entry.start} is not a ${expected}`)
}

const cutOff = (fileBytes: number): EraFault => new EraFault(`it is cut off at byte ${fileBytes}`)

export type EntryReader = {
  fileBytes: number
  /** The entry at a position. @throws EraFault if the file ends before it */
  entry(start: number): Promise<Entry>
  /** Bytes `start` to `end`, without the last. */
  bytes(start: number, end: number): Promise<Buffer>
}

/** Reads a file by position, through a window: headers of entries are small. */
export const createEntryReader = async (file: FileHandle): Promise<EntryReader> => {
  const { size: fileBytes } = await file.stat()
  let window = { start: 0, data: Buffer.alloc(0) }
  const bytes: EntryReader['bytes'] = async (start, end) => {
    const { start: from, data } = window
    if (start >= from && end <= from + data.length) return data.subarray(start - from, end - from)
    const wanted = Buffer.alloc(Math.min(Math.max(end - start, windowBytes), Math.max(0, fileBytes - start)))
    const { bytesRead } = await file.read(wanted, 0, wanted.length, start)
    window = { start, data: wanted.subarray(0, bytesRead) }
    return window.data.subarray(0, end - start)
  }
  return {
    fileBytes,
    bytes,
    entry: async (start) => entryAt(await bytes(start, start + entryHeaderBytes), start, fileBytes),
  }
}

/** The entries of some blocks in a row, as they are in the file: of each block header, body and receipts. */
export type BlocksOrder = { chainId: number; bytes: Uint8Array; blocks: readonly { number: number; hash: Hex }[] }

/** Blocks as the JSON-RPC reader returns them; fewer if one has a fault. */
export type BlocksAnswer = { blocks: EvmBlock[]; fault?: string }

/** Of one entry, uncompressed. */
const entryDataBytesMax = 64 * 1024 * 1024
/** Transactions and uncles; withdrawals since Shanghai. */
const bodyLists = [2, 3]

/** Decodes and checks blocks. What is wrong is answered, not thrown: errors lose their type between threads. */
export const decodeBlocks = ({ chainId, bytes, blocks }: BlocksOrder): BlocksAnswer => {
  const next = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const decoded: EvmBlock[] = []
  for (const { number, hash } of blocks) {
    try {
      const [header, body, receipts] = [next('header'), next('body'), next('receipts', 'slimReceipts')]
      const read = receipts.type === entryTypes.slimReceipts ? readSlimReceipt : readReceipt
      const receiptsOf = () => itemList(decodeRlp(receipts.unpacked(), 'receipts'), 'receipts').map(read)
      const block = decodeBlock(chainId, header.unpacked(), body.unpacked(), receiptsOf)
      if (block.number !== number || block.hash !== hash) throw new EraFault('it changed while it was read')
      decoded.push(block)
    } catch (error) {
      if (error instanceof EraFault) return { blocks: decoded, fault: `block ${number}: ${error.message}` }
      if (error instanceof InconsistentAnswer) return { blocks: decoded, fault: `block ${number}: ${error.fault}` }
      throw error
    }
  }
  return { blocks: decoded }
}

const entriesOf = (bytes: Buffer) => {
  let at = 0
  return (...names: EntryName[]) => {
    const { type, dataStart, end } = requireType(
      entryAt(bytes.subarray(at, at + entryHeaderBytes), at, bytes.length),
      ...names,
    )
    at = end
    return { type, unpacked: () => unframed(bytes.subarray(dataStart, end), entryDataBytesMax) }
  }
}

/** @throws EraFault or InconsistentAnswer unless everything in the block follows from its hash */
const decodeBlock = (
  chainId: number,
  headerBytes: Buffer,
  bodyBytes: Buffer,
  receiptsOf: () => Parameters<typeof eraReceipts>[0],
): EvmBlock => {
  const header = eraHeader(headerBytes)
  const body = itemList(decodeRlp(bodyBytes, 'body'), 'body')
  if (!bodyLists.includes(body.length)) throw new EraFault(`its body has ${body.length} lists instead of 2 or 3`)
  const [transactionItems, uncles, withdrawals] = body.map((item) => itemList(item, 'body'))
  if (rootOf(withdrawals) !== header.withdrawalsRoot) throw new EraFault('its withdrawals do not match its hash')
  if (toHex(keccak256(RLP.encode(uncles))) !== header.sha3Uncles) throw new EraFault('its uncles do not match its hash')
  const place = { blockHash: header.hash, blockNumber: header.number }
  const transactions = (transactionItems ?? []).map((item) => eraTransaction(item, chainId))
  const receipts = eraReceipts(receiptsOf(), transactions, place)
  const raw = {
    ...header,
    size: sizeOf(headerBytes, bodyBytes),
    uncles: uncles?.map((uncle) => toHex(keccak256(RLP.encode(uncle)))),
    withdrawals: withdrawals?.map(withdrawalOf),
    transactions: transactions.map((each, index) => ({
      ...each,
      ...place,
      transactionIndex: hexNumber(index),
    })),
  }
  const block = checkedBlock(parseBlock(raw), parseReceipts(receipts), { checkBloom: true })
  const checks = outcomesOf(blockChecks(raw, receipts, 'equal', {}))
  const failed = blockCheckNames.filter((name) => checks[name] !== 'held')
  if (failed.length > 0) throw new EraFault(`its ${failed.join(', ').replaceAll('_', ' ')} cannot be recomputed`)
  return { ...block, checks }
}

/** Of a list in the header (EIP-4895); none before Shanghai. */
const rootOf = (items: readonly Item[] | undefined): Hex | undefined =>
  items && toHex(orderedTrie(items.map((item) => toDigits(RLP.encode(item)))).root)

const withdrawalOf = (item: Item) => {
  const [index, validatorIndex, address, amount] = itemList(item, 'withdrawal')
  return {
    index: hexQuantity(index, 'withdrawal'),
    validatorIndex: hexQuantity(validatorIndex, 'withdrawal'),
    address: itemHex(address, 'withdrawal'),
    amount: hexQuantity(amount, 'withdrawal'),
  }
}

/** Bytes of the block's RLP: a list of the header and of what its body lists. */
const sizeOf = (header: Buffer, body: Buffer): Hex => {
  const payload = header.length + body.length - listHeaderBytes(body)
  const lengthBytes = payload <= shortListMax ? 0 : Math.ceil(payload.toString(16).length / 2)
  return hexNumber(1 + lengthBytes + payload)
}

const shortListMax = 55
const shortListLast = 0xc0 + shortListMax

const listHeaderBytes = (list: Buffer): number => 1 + Math.max(0, (list[0] ?? 0) - shortListLast)
