import * as z from 'zod'
import type { RefusedNode } from '#lib/nodes/identity-check.ts'
import { createFullNodes, type FullNodes, type FullNodesOptions } from './full-nodes.ts'
import { createLedgerReader, type LedgerReader } from './ledger-reader.ts'
import {
  type FullNodeTransaction,
  fullNodeTransaction,
  hash,
  inParts,
  ofOwnVersion,
  parsed,
  u64,
  unusable,
} from './node-answers.ts'
import { type AptosLedger, aptosLedger } from './request-node.ts'
import { createStateReader, type StateReader } from './state-reader.ts'

/**
 * `GET /v1/accounts/{address}/resource/0x1::account::Account`. Unlike the account endpoint, it does not invent an
 * account for an address without one.
 */
export const accountResource = z
  .object({ data: z.object({ sequence_number: u64, authentication_key: hash }) })
  .transform(({ data }) => ({
    /** The sequence number of the next transaction, which equals the number sent. */
    sequenceNumber: BigInt(data.sequence_number),
    authenticationKey: data.authentication_key,
  }))

/** Null where the node leaves it out, or returns it in a form that nobody knows: the others of its list stay readable. */
const known = <T>(schema: z.ZodType<T>) => schema.nullable().catch(null)
const called = z.looseObject({ function: z.string().optional().catch(undefined) })

/** One of `GET /v1/accounts/{address}/transactions`: a committed user transaction. */
export const sentNodeTransaction = z.looseObject({
  version: u64,
  type: z.string().min(1).catch('unknown'),
  hash: hash.catch('0x'),
  /** Microseconds since 1970. */
  timestamp: known(u64),
  sender: known(hash),
  sequence_number: known(u64),
  gas_used: known(u64),
  gas_unit_price: known(u64),
  success: known(z.boolean()),
  vm_status: known(z.string()),
  /** A multisig account's payload holds the called function one level deeper, or not at all. */
  payload: called.extend({ transaction_payload: called.nullish().catch(null) }).catch({}),
})

type FullNodeAccount = z.output<typeof accountResource>
export type SentNodeTransaction = z.output<typeof sentNodeTransaction>

/** One of `GET /v1/transactions/by_hash/{hash}` that is not committed yet. */
const pendingTransaction = z.object({
  type: z.literal('pending_transaction'),
  hash,
  sender: hash,
  sequence_number: u64.nullish(),
  replay_protection_nonce: u64.nullish(),
  max_gas_amount: u64.nullish(),
  gas_unit_price: u64.nullish(),
  expiration_timestamp_secs: u64.nullish(),
  payload: z.unknown(),
})
const committedTransaction = z.object({ version: u64 })

/** What a node knows of a transaction by its hash. */
const transactionState = z.union([
  pendingTransaction.transform((transaction) => ({ state: 'pending' as const, transaction })),
  committedTransaction.transform(({ version }) => ({ state: 'committed' as const, version })),
])

type TransactionState = z.output<typeof transactionState>

const price = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .transform((octas) => String(octas))

/** `GET /v1/estimate_gas_price`: octas for a unit of gas. Old nodes only return the regular price. */
const gasPrice = z
  .object({
    deprioritized_gas_estimate: price.nullish(),
    gas_estimate: price,
    prioritized_gas_estimate: price.nullish(),
  })
  .transform((read) => ({
    low: read.deprioritized_gas_estimate ?? null,
    regular: read.gas_estimate,
    high: read.prioritized_gas_estimate ?? null,
  }))

type GasPrice = z.output<typeof gasPrice>

/** The only item of `POST /v1/transactions/simulate`: a user transaction as if it had been committed. */
const simulatedTransactions = z
  .array(
    fullNodeTransaction.extend({
      success: z.boolean(),
      vm_status: z.string(),
      gas_used: u64.nullish(),
      gas_unit_price: u64.nullish(),
    }),
  )
  .length(1)

type SimulatedNodeTransaction = z.output<typeof simulatedTransactions>[number]

/**
 * An Aptos full node, or several interchangeable ones. @throws ServiceError from every call: `not_found` beyond the
 * ledger, `not_available` for pruned data, `upstream_failed` and `upstream_timeout` if no node returned a usable
 * response. No message contains an address.
 */
export type AptosNode = LedgerReader & {
  ledgerInfo(signal?: AbortSignal): Promise<AptosLedger>
  /** The ledger of the node with the newest version. */
  newestLedger(signal?: AbortSignal): Promise<AptosLedger>
  /** The id of the network, from the first response. Nodes with another id are not used. */
  chainId(signal?: AbortSignal): Promise<number>
  /** Nodes that are not used because they belong to another network or ledger. */
  refused(): RefusedNode[]
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

const anyResource = z.object({ data: z.unknown() })
const sentList = parsed(sentNodeTransaction.array())

const createAccountReader = (nodes: FullNodes): Pick<AptosNode, 'resource' | 'account' | 'accountTransactions'> => ({
  resource: async (address, type, signal) => {
    const question = {
      path: `/accounts/${address}/resource/${type}`,
      optional: accountResources,
      isRefusedByNodeOnly: true,
    } as const
    const read = await nodes.ask(question, parsed(anyResource), { signal })
    return read.kind === 'answer' ? read.value.data : undefined
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
})

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

  return {
    ...createLedgerReader(nodes, ledgerInfo),
    ...createAccountReader(nodes),
    state: createStateReader(nodes, ledgerInfo),
    ledgerInfo,
    newestLedger,
    refused: nodes.refused,
    chainId: async (signal) => nodes.chainId() ?? (await ledgerInfo(signal)).chainId,
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
  }
}

const pending = z.object({ type: z.literal('pending_transaction') })
const isPending = (body: unknown): boolean => pending.safeParse(body).success

const readLedger = parsed(aptosLedger)
