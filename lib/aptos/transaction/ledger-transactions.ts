import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { type FullNodeTransaction, isOdd, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { AptosLedgerApi, AptosLedgerTransaction } from './ledger-contract.ts'

/** A page of a full node. */
const windowMax = 100
/** Pages of the node that are searched for one of ours: idle networks have few transactions of users. */
const windowsMax = 5

const optional = <T>(schema: z.ZodType<T>) => schema.nullish().catch(undefined)
const called = z.looseObject({ function: optional(z.string()) })
const shown = z.looseObject({
  timestamp: optional(u64),
  sender: optional(z.string()),
  gas_used: optional(u64),
  gas_unit_price: optional(u64),
  success: optional(z.boolean()),
  vm_status: optional(z.string()),
  payload: optional(called.extend({ transaction_payload: optional(called) })),
})

/** The newest transactions of a ledger, from full nodes. A cursor is the version above its page: lower ones never change. */
export const aptosTransactionsQuery =
  ({ nodes, defaultNetwork }: AptosNodeContext): Service<AptosLedgerApi>['aptosTransactions'] =>
  async ({ network = defaultNetwork, kind, limit, cursor }, context) => {
    const node = nodeOf(nodes, network)
    const signal = context?.signal
    const { newestVersion, oldestVersion } = await node.ledgerInfo(signal)
    let end = cursor === undefined ? newestVersion + 1 : readCursor(cursor)
    const result: AptosLedgerTransaction[] = []
    for (let windows = 0; end > 0 && result.length < limit && windows < windowsMax; windows++) {
      // Of pruned versions, the node says why it has none.
      if (end <= oldestVersion && windows > 0) break
      const start = Math.min(end - 1, Math.max(oldestVersion, end - (kind === 'all' ? limit : windowMax)))
      const found = await readWindow(node, start, end, signal)
      const rows = kind === 'all' ? found : found.filter((one) => one.type === 'user_transaction' || isOdd(one))
      const page = rows.reverse().slice(0, limit - result.length)
      result.push(...page.map(recordOf))
      end = page.length < rows.length ? Number(page.at(-1)?.version) : start
    }
    return { cursor: end === 0 ? null : String(end), result }
  }

/** The versions from `start` on, before `end`: all of them, in order. */
const readWindow = async (
  node: AptosNode,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): Promise<FullNodeTransaction[]> => {
  const found: FullNodeTransaction[] = []
  while (start + found.length < end) {
    const from = start + found.length
    const part = await node.transactions(from, end - from, signal)
    const isRun = part.every(({ version }, index) => Number(version) === from + index) && part.length <= end - from
    if (part.length === 0 || !isRun)
      throw new ServiceError(
        'upstream_failed',
        'The Aptos node gave an answer that cannot be right, so it was not used: it omits or repeats versions.',
      )
    found.push(...part)
  }
  return found
}

const recordOf = (transaction: FullNodeTransaction): AptosLedgerTransaction => {
  const { timestamp, sender, gas_used, gas_unit_price, success, vm_status, payload } = shown.parse(transaction)
  return {
    version: transaction.version,
    hash: transaction.hash,
    type: transaction.type,
    timestamp: timestamp ?? null,
    sender: (sender && aptosAddress(sender)) ?? null,
    function: payload?.function ?? payload?.transaction_payload?.function ?? null,
    gas_used: gas_used ?? null,
    gas_unit_price: gas_unit_price ?? null,
    success: success ?? null,
    vm_status: vm_status ?? null,
  }
}

const readCursor = (text: string): number => {
  const version = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(version)) return version
  throw badParameter('cursor', 'is not a cursor of this list: send one that was returned for it, unchanged')
}
