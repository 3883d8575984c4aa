import type { Output, Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { RankedMempool } from '#lib/evm/query/caches/state-reads.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import type { pendingListEndpoints } from './pending-contract.ts'
import { newestFee } from './pending-transaction.ts'

type Answer = Output<(typeof pendingListEndpoints)['evmPendingTransactions']>
type Ranked = RankedMempool['transactions'][number]
type Place = { tip: bigint | null; hash: string }

/** One reading serves all visitors for this long. */
const ageMaxMs = 3_000

/** The transactions that wait for a block, those that pay most first. */
export const pendingTransactionsQuery =
  (context: EvmQueryContext): Service<typeof pendingListEndpoints>['evmPendingTransactions'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const binding = { route: 'evmPendingTransactions', filters: { chain: chain.id } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const key = `${chain.id} ${Math.floor(context.now() / ageMaxMs)}`
    const mempool = await context.stateReads.mempools.read(
      key,
      (signal) => rankedMempool(context, chain, signal),
      call?.signal,
    )
    if (!mempool) throw notListed(chain)
    const [tip, hash] = position?.key ?? []
    const after = position && { tip: tip === null ? null : BigInt(String(tip)), hash: String(hash) }
    const { transactions } = mempool
    // The pool changes between two pages: a page continues behind the last transaction shown, whether it still waits or not.
    const start = after ? transactions.findIndex((one) => inOrder(after, one) < 0) : 0
    const rows = start < 0 ? [] : transactions.slice(start, start + limit + 1)
    const keyOf = (last: Ranked) => [last.tip === null ? null : String(last.tip), last.hash]
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf }, binding)
    return {
      cursor,
      source: mempool.from,
      pending_count: mempool.pendingCount,
      queued_count: mempool.queuedCount,
      base_fee_per_gas: mempool.baseFee === null ? null : String(mempool.baseFee),
      read_at: new Date(mempool.readAt).toISOString(),
      result: await recordsOf(context, chain, shown),
    }
  }

/** A permanent condition of this installation. */
const notListed = ({ title }: ServedChain): ServiceError =>
  new ServiceError(
    'chain_not_served',
    `Pending transactions of ${title} are not available here: its node lists neither its transaction pool (txpool_content) nor a pending block.`,
  )

const rankedMempool = async (
  context: EvmQueryContext,
  chain: ServedChain,
  signal: AbortSignal,
): Promise<RankedMempool | undefined> => {
  const mempool = await context.node.mempool?.(chain, signal)
  if (!mempool) return undefined
  const fee = (await newestFee(context, chain)).baseFee
  const baseFee = fee === null ? null : BigInt(fee)
  const transactions = mempool.transactions.map((one) => ({ ...one, tip: tipOf(one, baseFee ?? 0n) })).sort(inOrder)
  return { ...mempool, transactions, baseFee, readAt: context.now() }
}

/** EIP-1559: the lower one of the priority fee and what is left of the highest price above the base fee. */
const tipOf = (
  { maxFeePerGas, gasPrice, maxPriorityFeePerGas }: Omit<Ranked, 'tip'>,
  baseFee: bigint,
): bigint | null => {
  const left = (maxFeePerGas ?? gasPrice ?? 0n) - baseFee
  if (left < 0n) return null
  return maxPriorityFeePerGas !== null && maxPriorityFeePerGas < left ? maxPriorityFeePerGas : left
}

/** The highest tip first; transactions that no block can contain now are last. */
const inOrder = (a: Place, b: Place): number => {
  const [left, right] = [a.tip ?? -1n, b.tip ?? -1n]
  if (left !== right) return left > right ? -1 : 1
  return a.hash < b.hash ? -1 : Number(a.hash > b.hash)
}

const recordsOf = async (
  { signatures, known }: EvmQueryContext,
  chain: ServedChain,
  rows: readonly Ranked[],
): Promise<Answer['result']> => {
  await signatures?.learn(rows.flatMap((row) => selectorOf(row) ?? []))
  const labelOf = labelsOn(known, chain.id)
  return rows.map((row) => {
    const { from, to, input, maxFeePerGas, gasPrice, tip } = row
    const price = maxFeePerGas ?? gasPrice
    const selector = selectorOf(row)
    return {
      hash: row.hash,
      nonce: String(row.nonce),
      from_address: from,
      from_address_label: labelOf(from),
      to_address: to,
      to_address_label: to && labelOf(to),
      value: String(row.value),
      gas: String(row.gas),
      selector,
      method_label: (selector && signatures?.guessMethod(toBytes(input))?.label) ?? null,
      max_fee_per_gas: price === null ? null : String(price),
      priority_fee_per_gas: tip === null ? null : String(tip),
    }
  })
}

const selectorLength = 10

/** Of a call; the input of a creation begins with code. */
const selectorOf = ({ to, input }: Ranked): Hex | null =>
  to === null || input.length < selectorLength ? null : `0x${input.slice(2, selectorLength)}`
