import type { Coverage } from '#lib/api/coverage.ts'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNode, SentNodeTransaction } from '#lib/aptos/chain/rpc/node.ts'
import { aptosUnit } from '#lib/aptos/query/context.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { AptosAccountApi, AptosSentTransaction } from './sent-contract.ts'

/**
 * Accounts, from full nodes. A cursor is the sequence number above its page: lower ones never change. @throws
 * ServiceError `not_available` for transactions that the node has pruned, or a network without a node.
 */
export const createAptosAccountService = ({ nodes, defaultNetwork }: AptosNodeContext): Service<AptosAccountApi> => ({
  aptosAccount: async ({ network = defaultNetwork, address }, context) => {
    const account = await nodeOf(nodes, network).account(address, context?.signal)
    return {
      address,
      exists: account !== undefined,
      sequence_number: account ? String(account.sequenceNumber) : null,
      authentication_key: account?.authenticationKey ?? null,
    }
  },
  aptosAccountTransactions: async ({ network = defaultNetwork, address, limit, cursor }, context) => {
    // The node numbers them without a gap; pruned ones are refused below.
    context?.coveredBy?.(wholeFromNode)
    const node = nodeOf(nodes, network)
    const asked = cursor === undefined ? undefined : readCursor(cursor)
    const end = asked ?? (await sentCount(node, address, context?.signal))
    if (end === 0n) return { cursor: null, result: [] }
    const start = end > BigInt(limit) ? end - BigInt(limit) : 0n
    const { sent, first, next } = await sentBetween(node, address, { start, end }, context?.signal)
    if (sent.length === 0) {
      if (end > (await sentCount(node, address, context?.signal))) throw foreignCursor()
      throw new ServiceError(
        'not_available',
        `The Aptos node no longer keeps the transactions that this account sent before number ${end}. An archive node has them.`,
      )
    }
    // On the first page the node may be slightly behind the account it returned; on later pages that would be a gap.
    if (asked !== undefined && next !== asked) throw misfit()
    return {
      cursor: first === 0n ? null : String(first),
      result: sent.map((transaction) => recordOf(transaction, address)).reverse(),
    }
  },
})

const wholeFromNode: Coverage = {
  unit: aptosUnit,
  isComplete: true,
  ranges: [],
  rangeCount: 0,
  asked: { first: 0, last: null },
}

const sentCount = async (node: AptosNode, address: string, signal?: AbortSignal): Promise<bigint> =>
  (await node.account(address, signal))?.sequenceNumber ?? 0n

type Sent = {
  sent: SentNodeTransaction[]
  /** The number of the first one, and the number after the last one. */
  first: bigint
  next: bigint
}

/** Ascending, without gaps; the node may return fewer at once, and lack the first ones (pruned) or last ones (behind). */
const sentBetween = async (
  node: AptosNode,
  address: string,
  { start, end }: { start: bigint; end: bigint },
  signal?: AbortSignal,
): Promise<Sent> => {
  const sent: SentNodeTransaction[] = []
  let first = start
  let next = start
  while (next < end) {
    const part = await node.accountTransactions(address, next, Number(end - next), signal)
    if (part.length === 0) break
    const number = part[0]?.sequence_number
    const from = sent.length === 0 && number != null ? BigInt(number) : next
    if (from < next || part.some(({ sender }) => sender !== null && BigInt(sender) !== BigInt(address))) throw misfit()
    if (sent.length === 0) first = from
    next = numberAfter(part, from)
    if (next > end) throw misfit()
    sent.push(...part)
  }
  return { sent, first, next }
}

/** The number after these, which begin with `from`. Ones without a number may fill a gap between others, or be orderless. */
const numberAfter = (part: readonly SentNodeTransaction[], from: bigint): bigint => {
  let next = from
  let unnumbered = 0n
  for (const { sequence_number } of part) {
    if (sequence_number === null) {
      unnumbered++
      continue
    }
    const gap = BigInt(sequence_number) - next
    if (gap < 0n || gap > unnumbered) throw misfit()
    next = BigInt(sequence_number) + 1n
    unnumbered = 0n
  }
  return next + unnumbered
}

const recordOf = (transaction: SentNodeTransaction, sender: string): AptosSentTransaction => ({
  version: transaction.version,
  hash: transaction.hash,
  type: transaction.type,
  timestamp: transaction.timestamp,
  sender,
  sequence_number: transaction.sequence_number,
  function: transaction.payload.function ?? transaction.payload.transaction_payload?.function ?? null,
  gas_used: transaction.gas_used,
  gas_unit_price: transaction.gas_unit_price,
  success: transaction.success,
  vm_status: transaction.vm_status,
})

/** Fifteen digits are more than an account can send, and every node can parse them. */
const readCursor = (text: string): bigint => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw foreignCursor()
  return BigInt(text)
}

const foreignCursor = (): ServiceError =>
  badParameter('cursor', "is not a cursor of this account's list: send one that was returned for it, unchanged")

const misfit = (): ServiceError =>
  new ServiceError(
    'upstream_failed',
    'The Aptos node gave an answer that cannot be right, so it was not used: it omits or repeats transactions of the account.',
  )
