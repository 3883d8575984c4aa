import * as z from 'zod'
import { ServiceError } from '#lib/base/errors.ts'
import { invariant } from '#lib/base/invariant.ts'
import type { AskOptions } from '#lib/nodes/question.ts'
import type { FullNodes, Read } from './full-nodes.ts'
import {
  AnswerTooLarge,
  consecutive,
  type FullNodeBlock,
  type FullNodeTransaction,
  inParts,
  isOdd,
  nodeBlock,
  OddAnswer,
  oddTransaction,
  parsed,
  unusable,
} from './node-answers.ts'
import type { AptosLedger, FullNodeQuestion } from './request-node.ts'

/** How the caller identified a block, or a transaction by its version. */
export type BlockName = { by: 'height' | 'version'; number: number | string; isBlock?: boolean }

/**
 * The error for a block or version that the node lacks: not produced yet (`unknown`, 404), pruned, or missing from the range that
 * the node reports (503: other sources may have it).
 */
export const missingBlock = (
  { by, number, isBlock = by === 'height' }: BlockName,
  missing: 'unknown' | 'pruned',
  ledger: AptosLedger,
): ServiceError => {
  const what = by === 'height' ? `block ${number}` : `version ${number}`
  const [newest, oldest] =
    by === 'height' ? [ledger.newestHeight, ledger.oldestHeight] : [ledger.newestVersion, ledger.oldestVersion]
  if (oldest <= Number(number) && Number(number) <= newest)
    return new ServiceError(
      'not_available',
      `The Aptos node lacks ${isBlock && by === 'version' ? `the block of ${what}` : what}, although it reports that it has ` +
        `${oldest} to ${newest}. An archive node or a hosted source may have it.`,
    )
  if (missing === 'unknown') return new ServiceError('not_found', `Aptos has no ${what} yet: the newest is ${newest}.`)
  return new ServiceError(
    'not_available',
    `The Aptos node no longer keeps ${what}: the oldest it has is ${oldest}. An archive node or a hosted source has it.`,
  )
}

/** Blocks and transactions by their position in the ledger. */
export type LedgerReader = {
  /**
   * The node's own objects. A block larger than its page only contains the first transactions, and one that is larger than this
   * server reads contains none. A transaction in an unknown form is an `oddTransaction`.
   */
  blockByHeight(height: number, withTransactions: boolean, signal?: AbortSignal): Promise<FullNodeBlock>
  blockByVersion(version: number, withTransactions: boolean, signal?: AbortSignal): Promise<FullNodeBlock>
  /**
   * At most `limit` transactions from version `start`, ascending; the node's own maximum is 100. One that cannot be read is an
   * `oddTransaction`.
   */
  transactions(start: number, limit: number, signal?: AbortSignal): Promise<FullNodeTransaction[]>
  /**
   * Such a page, read from the bytes of its JSON by `read`, or undefined if no node has reached `start`. A ServiceError thrown
   * by `read` counts as that node's failure: another one is used. @throws AnswerTooLarge if the first alone is too large.
   */
  transactionPage<T>(
    start: number,
    limit: number,
    read: (body: Uint8Array) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | undefined>
}

/** A list of transactions; one with an odd item is used if no node has a better one. */
const askForList = async <T>(
  nodes: FullNodes,
  question: FullNodeQuestion,
  read: (body: unknown) => { value: T; isOdd: boolean },
  askOptions: AskOptions,
): Promise<Read<T>> => {
  const odd: T[] = []
  const readRight = (body: unknown): T => {
    const { value, isOdd } = read(body)
    if (!isOdd) return value
    odd.push(value)
    throw new OddAnswer()
  }
  try {
    return await nodes.ask(question, readRight, askOptions)
  } catch (error) {
    askOptions.signal?.throwIfAborted()
    const [value] = odd
    if (value === undefined) throw error
    return { kind: 'answer', value }
  }
}

export const createLedgerReader = (
  nodes: FullNodes,
  ledgerInfo: (signal?: AbortSignal) => Promise<AptosLedger>,
): LedgerReader => {
  const missing = async (
    name: BlockName,
    what: 'unknown' | 'pruned',
    known: AptosLedger | undefined,
    signal?: AbortSignal,
  ) => missingBlock(name, what, known ?? (await ledgerInfo(signal)))

  const block = async (
    by: 'height' | 'version',
    number: number,
    withTransactions: boolean,
    signal?: AbortSignal,
  ): Promise<FullNodeBlock> => {
    const query = { with_transactions: String(withTransactions) }
    const question = { path: `/blocks/by_${by}/${number}`, query }
    try {
      const read = await askForList(nodes, question, readBlock(by, number), { signal })
      if (read.kind === 'answer') return read.value
      throw await missing({ by, number, isBlock: true }, read.missing, read.ledger, signal)
    } catch (error) {
      if (!withTransactions || !(error instanceof AnswerTooLarge)) throw error
      return await block(by, number, false, signal)
    }
  }

  /** At least the first of these versions must exist; a node that has all of them is used first. */
  const transactionQuestion = (start: number, limit: number, signal?: AbortSignal) =>
    [
      { path: '/transactions', query: { start: String(start), limit: String(limit) } },
      { signal, minimumHead: start + limit - 1 },
    ] as const

  return {
    blockByHeight: (height, withTransactions, signal) => block('height', height, withTransactions, signal),
    blockByVersion: (version, withTransactions, signal) => block('version', version, withTransactions, signal),
    transactions: async (start, limit, signal) => {
      const ask = (part: number) => {
        const [question, askOptions] = transactionQuestion(start, part, signal)
        return askForList(nodes, question, readFrom(start), askOptions)
      }
      const read = await inParts(limit, ask).catch((error: unknown): Read<FullNodeTransaction[]> => {
        if (!(error instanceof AnswerTooLarge)) throw error
        return { kind: 'answer', value: [oddTransaction(undefined, start, error.message)] }
      })
      if (read.kind === 'answer') return read.value
      throw await missing({ by: 'version', number: start }, read.missing, read.ledger, signal)
    },
    transactionPage: async (start, limit, readPage, signal) => {
      const readBytes = (body: unknown) => {
        invariant(body instanceof Uint8Array, 'a response is read as bytes')
        return readPage(body)
      }
      const read = await inParts(limit, (part) => {
        const [question, askOptions] = transactionQuestion(start, part, signal)
        return nodes.ask({ ...question, isReadAsBytes: true }, readBytes, askOptions)
      })
      if (read.kind === 'answer') return read.value
      if (read.missing === 'unknown') return undefined
      throw await missing({ by: 'version', number: start }, 'pruned', read.ledger, signal)
    },
  }
}

/** The unmodified body: the parsed value would have its fields in another order. */
const as = <T>(schema: z.ZodType<T>) => {
  const fits = (value: unknown): value is T => schema.safeParse(value).success
  const refuse = parsed(schema)
  return (body: unknown): T => (fits(body) ? body : refuse(body))
}

const items = parsed(z.array(z.unknown()))

const readFrom =
  (start: number) =>
  (body: unknown): { value: FullNodeTransaction[]; isOdd: boolean } => {
    const value = consecutive(items(body), start)
    return { value, isOdd: value.some(isOdd) }
  }

const readBlock =
  (by: 'height' | 'version', number: number) =>
  (body: unknown): { value: FullNodeBlock; isOdd: boolean } => {
    const found = as(nodeBlock)(body)
    const holds =
      by === 'height'
        ? Number(found.block_height) === number
        : Number(found.first_version) <= number && number <= Number(found.last_version)
    if (holds) {
      const { transactions, ...header } = found
      const read = transactions ? readFrom(Number(found.first_version))(transactions) : { value: null, isOdd: false }
      return { value: { ...header, transactions: read.value }, isOdd: read.isOdd }
    }
    throw unusable('The Aptos node returned a different block than requested.')
  }
