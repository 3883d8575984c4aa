import { createHash } from 'node:crypto'
import { RLP } from '@ethereumjs/rlp'
import { compress } from 'snappyjs'
import { proofEntries } from '#lib/evm/chain/checks/bloom.ts'
import { hashedHeader } from '#lib/evm/chain/checks/chain-rules.ts'
import { type Raw, rlpBytes, rlpList, rlpQuantity, typeOf } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { maskedChecksum } from '#lib/evm/chain/era/rlp-items.ts'

/** A block as a node returns it, with its receipts, its total difficulty, and the headers of its uncles in hex digits of RLP. */
export type WrittenBlock = { block: Raw; receipts: readonly Raw[]; totalDifficulty: bigint; uncles?: readonly string[] }

/** With total difficulties that add up, from 0 below the first block. */
export const withTotals = (blocks: readonly WrittenBlock[]): WrittenBlock[] => {
  let total = 0n
  return blocks.map((written) => {
    total += BigInt(String(written.block.difficulty))
    return { ...written, totalDifficulty: total }
  })
}

export type EntryBytes = { name: string; start: number; bytes: Buffer }

export const entry = (type: number, data: Uint8Array): Buffer => {
  const header = Buffer.alloc(8)
  header.writeUInt16LE(type, 0)
  header.writeUInt32LE(data.length, 2)
  return Buffer.concat([header, data])
}

const chunk = (type: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(4)
  header.writeUInt8(type, 0)
  header.writeUIntLE(data.length, 1, 3)
  return Buffer.concat([header, data])
}

const chunkBytes = 65_536

/** Snappy with frames; a chunk that does not become smaller stays as it is, as other writers do it. */
export const framed = (bytes: Buffer): Buffer => {
  const chunks = [chunk(0xff, Buffer.from('sNaPpY'))]
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const part = bytes.subarray(at, at + chunkBytes)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32LE(maskedChecksum(part))
    const small = compress(part)
    const isSmaller = small.length < part.length
    chunks.push(chunk(isSmaller ? 0x00 : 0x01, Buffer.concat([checksum, isSmaller ? small : part])))
  }
  return Buffer.concat(chunks)
}

const fromDigits = (digits: string): Buffer => Buffer.from(digits, 'hex')

/** Typed transactions and receipts are byte strings in a list. */
const listed = (digits: string, isTyped: boolean): string => (isTyped ? rlpBytes(digits) : digits)

export const withdrawalDigits = (withdrawal: Raw): string => {
  const digitsOf = (name: string): string => String(withdrawal[name]).slice(2)
  const numbers = ['index', 'validatorIndex'].map((name) => rlpQuantity(digitsOf(name))).join('')
  return rlpList(numbers + rlpBytes(digitsOf('address')) + rlpQuantity(digitsOf('amount')))
}

export const blockParts = ({ block, receipts, uncles = [] }: WrittenBlock) => {
  const { all } = proofEntries(block, receipts, {})
  const isTyped = all.map(({ transaction }) => typeOf(transaction) !== 0)
  const transactions = all.map(({ transactionDigits }, at) => listed(transactionDigits, isTyped[at] === true)).join('')
  const withdrawals = Array.isArray(block.withdrawals) ? rlpList(block.withdrawals.map(withdrawalDigits).join('')) : ''
  return {
    header: fromDigits(hashedHeader(block, {}, new Set()).digits),
    body: fromDigits(rlpList(rlpList(transactions) + rlpList(uncles.join('')) + withdrawals)),
    receipts: fromDigits(
      rlpList(all.map(({ receiptDigits }, at) => listed(receiptDigits, isTyped[at] === true)).join('')),
    ),
  }
}

/** Bytes of the block's RLP: its header, and the two lists of its body. */
export const blockSize = (written: WrittenBlock): number => {
  const { header, body } = blockParts(written)
  const lists = RLP.decode(Uint8Array.from(body)) as Uint8Array[]
  return (
    rlpList(header.toString('hex') + lists.map((list) => Buffer.from(RLP.encode(list)).toString('hex')).join(''))
      .length / 2
  )
}

export const littleEndian = (value: bigint): Buffer =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()

/** The entries of a file, from its version on. */
export const createEntries = () => {
  const entries: EntryBytes[] = []
  let end = 0
  /** The position of the entry. */
  const add = (name: string, type: number, data: Uint8Array): number => {
    const start = end
    const bytes = entry(type, data)
    entries.push({ name, start, bytes })
    end += bytes.length
    return start
  }
  /** Positions are written relative to the index. */
  const addIndex = (type: number, first: number, positions: readonly number[], ...counts: number[]): void => {
    const words = [first, ...positions.map((position) => position - end), ...counts].map((value) => {
      const word = Buffer.alloc(8)
      word.writeBigInt64LE(BigInt(value))
      return word
    })
    add('block index', type, Buffer.concat(words))
  }
  add('version', 0x3265, Buffer.alloc(0))
  return { entries, add, addIndex }
}

/** The entries of an era1 file. */
export const eraEntries = (blocks: readonly WrittenBlock[], accumulator = accumulatorOf(blocks)): EntryBytes[] => {
  const { entries, add, addIndex } = createEntries()
  const starts = blocks.map((written) => {
    const { header, body, receipts } = blockParts(written)
    const start = add('header', 0x03, framed(header))
    add('body', 0x04, framed(body))
    add('receipts', 0x05, framed(receipts))
    add('total difficulty', 0x06, littleEndian(written.totalDifficulty))
    return start
  })
  add('accumulator', 0x07, accumulator)
  addIndex(0x3266, Number(blocks[0]?.block.number), starts, blocks.length)
  return entries
}

export const eraBytes = (blocks: readonly WrittenBlock[]): Buffer =>
  Buffer.concat(eraEntries(blocks).map(({ bytes }) => bytes))

const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

/** Of the whole tree, with its 8,192 leaves. */
export const accumulatorOf = (blocks: readonly WrittenBlock[]): Buffer => {
  let level: Buffer[] = Array.from({ length: 8_192 }, (_, at) => {
    const written = blocks[at]
    if (!written) return Buffer.alloc(32)
    const hash = fromDigits(String(written.block.hash).slice(2))
    return sha256(hash, littleEndian(written.totalDifficulty))
  })
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      sha256(level[2 * at] ?? Buffer.alloc(0), level[2 * at + 1] ?? Buffer.alloc(0)),
    )
  return sha256(level[0] ?? Buffer.alloc(0), littleEndian(BigInt(blocks.length)))
}
