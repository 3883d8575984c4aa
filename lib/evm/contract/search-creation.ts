import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmInternalCall, EvmTransaction } from '#lib/evm/chain/block.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { needsNodeForContracts } from './needs-node.ts'

/** Where a contract comes from. Without a transaction in the genesis block, or if the call was not found. */
export type FoundCreation = {
  block: Pick<EvmBlock, 'number' | 'timestamp'>
  transaction: { hash: Hex; creator: Hex; factory: Hex | null } | undefined
  /** Why the transaction is missing. */
  note: string | null
}

/** Transactions of one block that are traced for it. */
const tracedMax = 20
const creates: ReadonlySet<string> = new Set(['CREATE', 'CREATE2', 'CREATE3'])

type Context = Pick<EvmQueryContext, 'node'>

/**
 * Finds the first block up to `last` after which an address has code, by halving, and the transaction in it that created the
 * contract. @throws not_available if the node does not keep old states; `last` must have the code.
 */
export const searchCreation = async (
  context: Context,
  chain: ServedChain,
  address: Hex,
  { last, signal }: { last: number; signal: AbortSignal },
): Promise<FoundCreation> => {
  const { code, findBlock } = context.node
  if (!code || !findBlock) throw needsNodeForContracts(chain)
  let [low, high] = [0, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await code(chain, address, { number: middle }, signal)) === '0x') low = middle + 1
    else high = middle
  }
  const block = await findBlock(chain, high, signal)
  if (!block)
    return { block: { number: high, timestamp: 0 }, transaction: undefined, note: 'The node does not have the block.' }
  if (high === 0) return { block, transaction: undefined, note: 'It is part of the genesis block.' }
  return await creatingTransaction(context, chain, block, { address, signal })
}

const creatingTransaction = async (
  { node }: Context,
  chain: ServedChain,
  block: EvmBlock,
  { address, signal }: { address: Hex; signal: AbortSignal },
): Promise<FoundCreation> => {
  const direct = block.transactions.find(({ contractAddress, status }) => contractAddress === address && status !== 0)
  if (direct) return { block, transaction: { hash: direct.hash, creator: direct.from, factory: null }, note: null }
  const likely = likelyFirst(block.transactions, address)
  for (const { hash, from } of likely.slice(0, tracedMax)) {
    const calls = await tracedCalls(node, chain, hash, signal)
    if (calls === undefined)
      return {
        block,
        transaction: undefined,
        note: 'A contract created it; finding the call requires a node that traces transactions.',
      }
    const creation = calls.find(({ type, to, isUndone }) => creates.has(type) && to === address && !isUndone)
    if (creation) return { block, transaction: { hash, creator: from, factory: creation.from }, note: null }
  }
  const note =
    likely.length > tracedMax
      ? `The creating call was not found in ${tracedMax} of the ${likely.length} transactions of its block that were traced.`
      : 'The creating call was not found in the transactions of its block.'
  return { block, transaction: undefined, note }
}

/** Undefined where the node does not trace. */
const tracedCalls = async (
  { internalCalls }: Context['node'],
  chain: ServedChain,
  hash: Hex,
  signal: AbortSignal,
): Promise<readonly EvmInternalCall[] | undefined> => {
  try {
    return await internalCalls?.(chain, hash, signal)
  } catch (error) {
    if (signal.aborted || !isServiceError(error, 'not_available')) throw error
    return undefined
  }
}

/** Those that name the address in their logs or input come first; without gas for a creation, none can contain it. */
const likelyFirst = (transactions: readonly EvmTransaction[], address: Hex): EvmTransaction[] => {
  const digits = address.slice(2)
  const rank = ({ logs, input }: EvmTransaction): number => {
    if (logs.some((log) => log.address === address)) return 0
    return input.includes(digits) ||
      logs.some(({ data, topics }) => [data, ...topics].some((one) => one.includes(digits)))
      ? 1
      : 2
  }
  return transactions
    .filter(({ status, gasUsed }) => status !== 0 && gasUsed > 53_000n)
    .map((transaction) => ({ transaction, rank: rank(transaction) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ transaction }) => transaction)
}

/** Whether a search failed because the node does not keep old states. */
export const lacksOldStates = (error: unknown): boolean =>
  isRefusal(error, 'missing_data') || isRefusal(error, 'unsupported') || isRefusal(error, 'invalid')
