import * as z from 'zod'
import { invariant } from '#lib/base/invariant.ts'
import type { RefusedNode } from '#lib/nodes/identity-check.ts'
import type { AskOptions } from '#lib/nodes/question.ts'
import { accountResource, type FullNodeAccount, type SentNodeTransaction, sentNodeTransaction } from './account.ts'
import { type FullNodeBlock, type FullNodeTransaction, nodeBlock } from './block.ts'
import { createFullNodes, type FullNodesOptions, type Read } from './full-nodes.ts'
import { type GasPrice, gasPrice } from './gas-price.ts'
import { inParts } from './in-parts.ts'
import { type AptosLedger, aptosLedger } from './ledger.ts'
import { type BlockName, missingBlock } from './missing-block.ts'
import { AnswerTooLarge, OddAnswer, unusable } from './node-failure.ts'
import { consecutive, isOdd, oddTransaction, ofOwnVersion } from './odd-transaction.ts'
import { parsed } from './parsed.ts'
import { type TransactionState, transactionState } from './pending-transaction.ts'
import type { FullNodeQuestion } from './request-node.ts'
import { type SimulatedNodeTransaction, simulatedTransactions } from './simulated.ts'
import { createStateReader, type StateReader } from './state-reader.ts'

/**
 * An Aptos full node, or several interchangeable ones. @throws ServiceError from every call: `not_found` beyond the
 * ledger, `not_available` for pruned data, `upstream_failed` and `upstream_timeout` if no node returned a usable
 * response. No message contains an address.
 */
export type AptosNode = {
  ledgerInfo(signal?: AbortSignal): Promise<AptosLedger>
  /** The ledger of the node with the newest version. */
  newestLedger(signal?: AbortSignal): Promise<AptosLedger>
  /** The id of the network, from the first response. Nodes with another id are not used. */
  chainId(signal?: AbortSignal): Promise<number>
  /** Nodes that are not used because they belong to another network or ledger. */
  refused(): RefusedNode[]
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
  /**
   * The fields of a resource in the newest ledger; undefined if the address has no such resource. @throws ServiceError
   * `not_available` if no node serves resources.
   */
  resource(address: string, type: string, signal?: AbortSignal): Promise<unknown>
  /** A committed transaction; undefined if it is not in the ledger, or only pending. */
  transactionByHash(hash: string, signal?: AbortSignal): Promise<FullNodeTransaction | undefined>
  /** A transaction that is committed or waits in a mempool; undefined if no node knows it. */
  transactionState(hash: string, signal?: AbortSignal): Promise<TransactionState | undefined>
  /** Undefined without an account: an object, or an unused address. @throws ServiceError `not_available` like `resource`. */
  account(address: string, signal?: AbortSignal): Promise<FullNodeAccount | undefined>
  /**
   * Transactions sent by an account from sequence number `start`, ascending, at most `limit`; the node's own maximum is
   * 100. Fewer, or none, if the node has pruned them or does not have them yet.
   */
  accountTransactions(
    address: string,
    start: bigint,
    limit: number,
    signal?: AbortSignal,
  ): Promise<SentNodeTransaction[]>
  /** Octas for a unit of gas. @throws ServiceError `not_available` for nodes without an estimate. */
  gasPrice(signal?: AbortSignal): Promise<GasPrice>
  /** Runs a transaction without its signature, and sends nothing. @throws CallFailed with the node's message if it is refused. */
  simulate(request: object, signal?: AbortSignal): Promise<SimulatedNodeTransaction>
  /** Resources and modules at a version. */
  state: StateReader
}

/** One route: a node that lacks another one of accounts may have it. */
const accountResources = 'account resources'

const sentList = parsed(sentNodeTransaction.array())

/** @throws TypeError for a base that is not an http(s) URL. */
export const createAptosNode = (options: FullNodesOptions): AptosNode => {
  const nodes = createFullNodes(options)

  const ledgerInfo = async (signal?: AbortSignal): Promise<AptosLedger> => {
    const read = await nodes.ask({ path: '' }, readLedger, { signal })
    if (read.kind === 'answer') return read.value
    throw unusable('The Aptos node reports that it has no ledger.')
  }

  const newestLedger = async (signal?: AbortSignal): Promise<AptosLedger> => {
    const reads = await nodes.askEach({ path: '' }, readLedger, signal)
    const ledgers = reads.flatMap((read) => (read.kind === 'answer' ? read.value : []))
    const [newest] = ledgers.sort((a, b) => b.newestVersion - a.newestVersion)
    return newest ?? (await ledgerInfo(signal))
  }

  const missing = async (
    name: BlockName,
    what: 'unknown' | 'pruned',
    known: AptosLedger | undefined,
    signal?: AbortSignal,
  ) => missingBlock(name, what, known ?? (await ledgerInfo(signal)))

  /** A list of transactions; one with an odd item is used if no node has a better one. */
  const askForList = async <T>(
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

  const block = async (
    by: 'height' | 'version',
    number: number,
    withTransactions: boolean,
    signal?: AbortSignal,
  ): Promise<FullNodeBlock> => {
    const query = { with_transactions: String(withTransactions) }
    const question = { path: `/blocks/by_${by}/${number}`, query }
    try {
      const read = await askForList(question, readBlock(by, number), { signal })
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
    state: createStateReader(nodes, ledgerInfo),
    ledgerInfo,
    newestLedger,
    refused: nodes.refused,
    chainId: async (signal) => nodes.chainId() ?? (await ledgerInfo(signal)).chainId,
    blockByHeight: (height, withTransactions, signal) => block('height', height, withTransactions, signal),
    blockByVersion: (version, withTransactions, signal) => block('version', version, withTransactions, signal),
    transactions: async (start, limit, signal) => {
      const ask = (part: number) => {
        const [question, askOptions] = transactionQuestion(start, part, signal)
        return askForList(question, readFrom(start), askOptions)
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
    gasPrice: async (signal) => {
      const read = await nodes.ask(
        { path: '/estimate_gas_price', optional: 'an estimate of the gas price' },
        parsed(gasPrice),
        { signal },
      )
      if (read.kind === 'answer') return read.value
      throw unusable('The Aptos node reports that it has no ledger.')
    },
    simulate: async (request, signal) => {
      const question = {
        path: '/transactions/simulate',
        query: { estimate_gas_unit_price: 'true', estimate_max_gas_amount: 'true' },
        body: request,
        optional: 'simulations',
      } as const
      const read = await nodes.ask(question, parsed(simulatedTransactions), { signal })
      const [transaction] = read.kind === 'answer' ? read.value : []
      if (transaction) return transaction
      throw unusable('The Aptos node returned no simulation.')
    },
    resource: async (address, type, signal) => {
      const question = {
        path: `/accounts/${address}/resource/${type}`,
        optional: accountResources,
        isRefusedByNodeOnly: true,
      } as const
      const read = await nodes.ask(question, parsed(anyResource), { signal })
      return read.kind === 'answer' ? read.value.data : undefined
    },
    transactionByHash: async (hash, signal) => {
      const read = await nodes.ask(
        { path: `/transactions/by_hash/${hash}` },
        (body) => (isPending(body) ? undefined : ofOwnVersion(body)),
        { signal },
      )
      return read.kind === 'answer' ? read.value : undefined
    },
    transactionState: async (hash, signal) => {
      const read = await nodes.ask({ path: `/transactions/by_hash/${hash}` }, parsed(transactionState), { signal })
      return read.kind === 'answer' ? read.value : undefined
    },
    account: async (address, signal) => {
      const path = `/accounts/${address}/resource/0x1::account::Account`
      const question = { path, optional: accountResources, isRefusedByNodeOnly: true } as const
      const read = await nodes.ask(question, parsed(accountResource), { signal })
      if (read.kind === 'answer') return read.value
      // A pruned node does not know whether an account existed; callers that need its key must not treat it as missing.
      if (read.missing === 'pruned') throw unusable('The Aptos node has pruned the account.')
      return undefined
    },
    accountTransactions: async (address, start, limit, signal) => {
      const read = await inParts(limit, (part) => {
        const query = { start: String(start), limit: String(part) }
        return nodes.ask({ path: `/accounts/${address}/transactions`, query }, sentList, { signal })
      })
      return read.kind === 'answer' ? read.value : []
    },
  }
}

const anyResource = z.object({ data: z.unknown() })

const pending = z.object({ type: z.literal('pending_transaction') })
const isPending = (body: unknown): boolean => pending.safeParse(body).success

/** The unmodified body: the parsed value would have its fields in another order. */
const as = <T>(schema: z.ZodType<T>) => {
  const fits = (value: unknown): value is T => schema.safeParse(value).success
  const refuse = parsed(schema)
  return (body: unknown): T => (fits(body) ? body : refuse(body))
}

const readLedger = parsed(aptosLedger)

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
