import * as z from 'zod'
import type { RefusedNode } from '#lib/nodes/identity-check.ts'
import { accountResource, type FullNodeAccount, type SentNodeTransaction, sentNodeTransaction } from './account.ts'
import type { FullNodeTransaction } from './block.ts'
import { createFullNodes, type FullNodes, type FullNodesOptions } from './full-nodes.ts'
import { type GasPrice, gasPrice } from './gas-price.ts'
import { inParts } from './in-parts.ts'
import { type AptosLedger, aptosLedger } from './ledger.ts'
import { createLedgerReader, type LedgerReader } from './ledger-reader.ts'
import { unusable } from './node-failure.ts'
import { ofOwnVersion } from './odd-transaction.ts'
import { parsed } from './parsed.ts'
import { type TransactionState, transactionState } from './pending-transaction.ts'
import { type SimulatedNodeTransaction, simulatedTransactions } from './simulated.ts'
import { createStateReader, type StateReader } from './state-reader.ts'

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
