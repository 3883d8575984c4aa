import { type Hex, hexNumber } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer, MissingReceipts } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeHeader, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { type Head, isSetAside } from '#lib/indexing/chain.ts'
import { isRead, type ReadOptions, readChunk, type WrongBlock } from './read-blocks.ts'

/** A block whose position in the chain is known, but whose contents no node returned consistently. */
export type EvmSetAsideBlock = { number: number; hash: Hex; parentHash: Hex; fault: string }

/** What indexing receives for a block. */
export type ReadableBlock = EvmBlock | EvmSetAsideBlock

/*
 * Memory of decoded blocks, besides calldata and the data of logs, of which a character takes a byte. Measured on three blocks of
 * mainnet, kept thirty times: a log takes 530 bytes, a transaction 400 to 650.
 */
const bytesOfHeader = 1_000
const bytesOfTransaction = 600
const bytesOfLog = 530

/** Bytes of memory that a block takes, within a fifth. */
export const bytesOfBlock = (block: ReadableBlock): number => {
  let bytes = bytesOfHeader
  if (isSetAside(block)) return bytes
  for (const { input, logs } of block.transactions) {
    bytes += bytesOfTransaction + input.length
    for (const { data } of logs) bytes += bytesOfLog + data.length
  }
  return bytes
}

/** Whether a chain's blooms are compared with the logs of its blocks. */
type BloomTrust = {
  readonly isCompared: boolean
  /** A sentence for the operator once they are no longer compared. */
  readonly notice: string | undefined
  /** Learns from a block that was read, with its checks. */
  note(block: EvmBlock): void
}

/** After so many blocks with logs, each read again from all nodes, without one whose bloom was right. */
const wrongMax = 5

/** Chains whose blooms are empty or computed otherwise are recognised by never having a right one. */
export const createBloomTrust = (checkBloom: boolean): BloomTrust => {
  let isCompared = checkBloom
  let wrong = 0
  let wasRight = false
  return {
    get isCompared() {
      return isCompared
    },
    get notice() {
      return isCompared === checkBloom
        ? undefined
        : 'The blooms of this chain are not those of its logs, so they are not compared.'
    },
    note: ({ checks, transactions }) => {
      if (!isCompared || wasRight || !checks || transactions.every(({ logs }) => logs.length === 0)) return
      if (checks.logs_bloom === 'held') wasRight = true
      if (checks.logs_bloom === 'failed') wrong += 1
      if (wrong >= wrongMax) isCompared = false
    },
  }
}

/** Undefined if the node does not have the block. @throws InconsistentAnswer if the node returns a different block. */
export const headerAt = async (
  pool: NodePool,
  number: number,
  signal?: AbortSignal,
): Promise<NodeHeader | undefined> => {
  const call = { method: 'eth_getBlockByNumber', params: [hexNumber(number), false], mayFail: true }
  const read = ([raw]: readonly unknown[]) => {
    if (raw === null || isRefusal(raw, 'missing_data')) return undefined
    if (raw instanceof NodeRefusal) throw raw
    const header = parseHeader(raw)
    if (header.number !== number) throw new InconsistentAnswer(`block ${header.number} for block ${number}`)
    return header
  }
  return await pool.ask([call], read, { signal, minimumHead: number })
}

type WrongBlockOptions = Pick<ReadOptions, 'proof'> & {
  bloom: BloomTrust
  finalityBlocks: number
  head(signal: AbortSignal): Promise<Head>
}

/** Requests blocks that failed a check again, and decides how to treat those that stay wrong. */
type WrongBlockReader = {
  /** The checks of the first request, and whether a failed check refuses a block. */
  firstProof(): ReadOptions['proof']
  /** One block that passes all checks, from other nodes first and later from the same node. */
  readRight(number: number, signal: AbortSignal, how?: Pick<ReadOptions, 'receiptsEach'>): Promise<EvmBlock | undefined>
  /**
   * The correct block, otherwise the block marked with its failed check, otherwise only its position. `child` is the
   * block after it.
   */
  reread(
    wrong: WrongBlock,
    child: EvmBlock | WrongBlock | undefined,
    fault: InconsistentAnswer | undefined,
    signal: AbortSignal,
  ): Promise<ReadableBlock>
}

/** How often a wrong block is requested again. */
const rereadsMax = 4
/** After this many confirmed marks in a row, the chain's rules are considered unknown, and further requests only cost. */
const confirmedMax = 5

export const createWrongBlockReader = (pool: NodePool, options: WrongBlockOptions): WrongBlockReader => {
  const { bloom, proof, head, finalityBlocks } = options
  const strict = proof && { ...proof, refuse: true }
  let confirmedInRow = 0

  const readRight: WrongBlockReader['readRight'] = async (number, signal, how) => {
    const attemptsMax = Math.max(rereadsMax, pool.size * 2)
    const [block] = await readChunk(pool, number, number, {
      checkBloom: bloom.isCompared,
      proof: strict,
      attemptsMax,
      signal,
      ...how,
    })
    return block && isRead(block) ? block : undefined
  }

  const rightOrUndefined: WrongBlockReader['readRight'] = async (number, signal, how) => {
    try {
      const right = await readRight(number, signal, how)
      confirmedInRow = 0
      return right
    } catch (error) {
      if (error instanceof InconsistentAnswer) return undefined
      throw error
    }
  }

  const markedOrUndefined: WrongBlockReader['readRight'] = async (number, signal, how) => {
    if (!proof || proof.refuse) return undefined
    const once = { checkBloom: bloom.isCompared, proof, attemptsMax: 1, signal, onWrong: () => {}, ...how }
    const [marked] = await readChunk(pool, number, number, once)
    if (!marked || !isRead(marked)) return undefined
    confirmedInRow += 1
    return marked
  }

  /** A node that only has single blocks has no child block to confirm the position. */
  const isFinal = async ({ number, hash }: WrongBlock, signal: AbortSignal): Promise<boolean> => {
    const { latest, finalized } = await head(signal)
    const isDeep = finalityBlocks > 0 && number <= latest - finalityBlocks
    return (number <= finalized || isDeep) && (await headerAt(pool, number, signal))?.hash === hash
  }

  const reread: WrongBlockReader['reread'] = async (wrong, child, fault, signal) => {
    const { number, hash } = wrong
    const how = { receiptsEach: fault instanceof MissingReceipts }
    const found =
      (await rightOrUndefined(number, signal, how)) ??
      // Neither way is better for a node that fails now and then.
      (how.receiptsEach ? await rightOrUndefined(number, signal) : undefined) ??
      (await markedOrUndefined(number, signal, how))
    if (found) return found
    const next = child ?? (await headerAt(pool, number + 1, signal))
    const isInPlace = next ? next.parentHash === hash : await isFinal(wrong, signal)
    // Otherwise it may be a reorg during the request.
    if (!isInPlace) throw fault ?? new InconsistentAnswer(`block ${number} is wrong`)
    return { ...wrong, fault: fault?.message ?? 'The node gave an answer that cannot be right.' }
  }

  return { firstProof: () => (confirmedInRow < confirmedMax ? strict : proof), readRight, reread }
}
