import { setTimeout as wait } from 'node:timers/promises'
import { RLP } from '@ethereumjs/rlp'
import { createCRC32 } from 'hash-wasm'
import { uncompress } from 'snappyjs'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { headerFields, isQuantityField } from '#lib/evm/chain/checks/chain-rules.ts'
import type { Raw } from '#lib/evm/chain/checks/rlp-bytes.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { joinWorkers } from '#lib/store/workers/join-workers.ts'
import { becomeLoneWorker } from '#lib/store/workers/lone-worker.ts'
import { rangeLeases } from '#lib/store/workers/range-leases.ts'
import { takeLease } from '#lib/store/workers/work-leases.ts'

/** Why an era1 or ere file, or what was given with it, is not imported. For the operator. */
export class EraFault extends Error {
  override readonly name = 'EraFault'
}

/** Decoded RLP. */
export type Item = Uint8Array | Item[]

/** @throws EraFault. Takes a `Buffer`, whose slices are views: the library slices the rest for each item. */
export const decodeRlp = (bytes: Buffer, what: string): Item => {
  try {
    return RLP.decode(bytes)
  } catch (cause) {
    throw new EraFault(`its ${what} is not valid RLP`, { cause })
  }
}

export const itemList = (item: Item | undefined, what: string): Item[] => {
  if (Array.isArray(item)) return item
  throw new EraFault(`its ${what} is not a list`)
}

export const itemBytes = (item: Item | undefined, what: string): Uint8Array => {
  if (item instanceof Uint8Array) return item
  throw new EraFault(`its ${what} is not a byte string`)
}

export const itemHex = (item: Item | undefined, what: string): Hex => toHex(itemBytes(item, what))

/** As nodes write numbers: RLP has no bytes for 0. */
export const hexQuantity = (item: Item | undefined, what: string): Hex => {
  const bytes = itemBytes(item, what)
  return bytes.length === 0 ? '0x0' : toHex(bytes)
}

/** Until London 15 fields; each later upgrade added to them. */
const fieldsMin = 15

/** A header as a node returns it; some fields are named for the compiler. */
type EraHeader = Raw & { hash: Hex; number: Hex; parentHash: Hex; difficulty: Hex; sha3Uncles: Hex }

export const eraHeader = (bytes: Buffer): EraHeader => {
  const items = itemList(decodeRlp(bytes, 'header'), 'header')
  if (items.length < fieldsMin || items.length > headerFields.length)
    throw new EraFault(
      `its header has ${items.length} fields: this version knows ${fieldsMin} to ${headerFields.length}`,
    )
  const fieldOf = (name: string): Hex => {
    const item = items[headerFields.indexOf(name)]
    return isQuantityField(name) ? hexQuantity(item, name) : itemHex(item, name)
  }
  const names = headerFields.slice(0, items.length)
  return {
    ...Object.fromEntries(names.map((name) => [name, fieldOf(name)])),
    parentHash: fieldOf('parentHash'),
    sha3Uncles: fieldOf('sha3Uncles'),
    difficulty: fieldOf('difficulty'),
    number: fieldOf('number'),
    hash: toHex(keccak256(bytes)),
  }
}

/*
 * The framing format of Snappy (framing_format.txt of its repository): chunks of a type, a length of three bytes, and data that begins
 * with a checksum of what it contains.
 */

const castagnoli = 0x82f63b78
const hasher = await createCRC32(castagnoli)

const chunkTypes = { compressed: 0x00, plain: 0x01, firstSkippable: 0x80, identifier: 0xff }
const chunkHeaderBytes = 4
const checksumBytes = 4
const chunkBytesMax = 65_536
const identifier = Buffer.from('sNaPpY')

/** The uncompressed bytes. @throws EraFault if they are damaged, or more than `bytesMax` */
export const unframed = (framed: Buffer, bytesMax: number): Buffer => {
  if (framed[0] !== chunkTypes.identifier) throw new EraFault('its data is not framed Snappy')
  const parts: Buffer[] = []
  let bytes = 0
  for (let at = 0; at < framed.length; ) {
    const start = at + chunkHeaderBytes
    if (start > framed.length) throw damaged()
    const type = framed.readUInt8(at)
    const end = start + framed.readUIntLE(at + 1, 3)
    if (end > framed.length) throw damaged()
    const part = partOf(type, framed.subarray(start, end))
    if (part) parts.push(part)
    bytes += part?.length ?? 0
    if (bytes > bytesMax) throw new EraFault(`its data is more than ${bytesMax} bytes when uncompressed`)
    at = end
  }
  const [only] = parts
  return parts.length === 1 && only ? only : Buffer.concat(parts)
}

/** Undefined for a chunk without data. */
const partOf = (type: number, data: Buffer): Buffer | undefined => {
  if (type === chunkTypes.identifier && data.equals(identifier)) return undefined
  if (type >= chunkTypes.firstSkippable && type !== chunkTypes.identifier) return undefined
  const isKnown = type === chunkTypes.compressed || type === chunkTypes.plain
  if (!isKnown || data.length < checksumBytes) throw damaged()
  const rest = data.subarray(checksumBytes)
  const part = type === chunkTypes.plain ? rest : uncompressed(rest)
  if (part.length > chunkBytesMax || data.readUInt32LE(0) !== maskedChecksum(part)) throw damaged()
  return part
}

const uncompressed = (data: Buffer): Buffer => {
  try {
    return uncompress(data, chunkBytesMax)
  } catch (cause) {
    throw damaged(cause)
  }
}

/** CRC-32C, rotated and added to, so that a checksum of data that has checksums is not weak. */
export const maskedChecksum = (bytes: Buffer): number => {
  const checksum = Number.parseInt(hasher.init().update(bytes).digest('hex'), 16)
  return (((checksum >>> 15) | (checksum << 17)) + 0xa282ead8) >>> 0
}

const damaged = (cause?: unknown): EraFault => new EraFault('its compressed data is damaged', { cause })

const tryEveryMs = 500
/** A worker that died is evicted after ten seconds. */
const waitMsMax = 15_000

type OnlyWriterOptions = {
  /** Called when the workers of the database have taken this process for dead: it must end. */
  onEvicted: () => void
  waitMs?: number
}

/**
 * Makes this process the only writer of a chain's blocks until it closes: the only worker of a SQLite file, or the worker of a
 * PostgreSQL database that has the lease of the chain's indexing. @throws EraFault or DatabaseFault if a worker has it
 */
export const becomeOnlyWriter = async (
  store: Store<unknown>,
  chain: string,
  { onEvicted, waitMs = waitMsMax }: OnlyWriterOptions,
): Promise<{ close(): Promise<void> }> => {
  if (store.dialect === 'sqlite') {
    const lone = await becomeLoneWorker(store)
    return { close: async () => lone.close() }
  }
  const { db } = store.withTables<WorkerTables>()
  const worker = await joinWorkers(store, new AbortController().signal, { onEvicted })
  const { id = '' } = worker
  const ranges = rangeLeases(db, chain, id)
  const isFree = async (): Promise<boolean> => {
    if (!(await takeLease(db, `${chain} index`, id))) return false
    // A worker that indexed the chain before may have divided its backlog among others.
    await ranges.close()
    while (await ranges.areTaken()) await wait(tryEveryMs)
    return true
  }
  try {
    for (let waited = 0; !(await isFree()); waited += tryEveryMs) {
      if (waited >= waitMs)
        throw new EraFault(`A worker indexes ${chain}. Stop it, and start it again after the import.`)
      await wait(tryEveryMs)
    }
  } catch (error) {
    await worker.close()
    throw error
  }
  return { close: worker.close }
}
