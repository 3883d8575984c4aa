import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import { logRows } from '#lib/evm/chain/decode/block-rows.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { logSource, searchLogs } from '#lib/evm/events/search-logs.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { chainWaitMs, type EvmQueryContext } from '#lib/evm/query/context.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'
import { findTransaction } from '#lib/evm/transaction/transaction.ts'
import { arbitrumDeposits, messageTopic } from './arbitrum-deposits.ts'
import type { EvmSentTransaction } from './contract.ts'
import { bytesHex, depositTopic, opStackDeposits, type RollupDeposit } from './op-stack-deposits.ts'

/** Chains that are asked at once. */
const chainsMax = 20

/**
 * The first of the other served chains, in their order, that has something, and what it has. A chain whose node or database fails, or is slow, has
 * nothing.
 */
export const firstOtherChain = async <Found>(
  { served, of }: EvmQueryContext,
  { id }: ServedChain,
  look: (other: ServedChain, context: EvmQueryContext) => Promise<Found | undefined>,
  signal: AbortSignal | undefined,
): Promise<{ chain: ServedChain; found: Found } | undefined> => {
  const others = served.all.filter((other) => other.id !== id).slice(0, chainsMax)
  using limit = timeLimit(chainWaitMs)
  const answers = await Promise.allSettled(
    others.map(async (chain) => {
      const found = await untilAborted(look(chain, of(chain)), limit.signal)
      return found === undefined ? undefined : { chain, found }
    }),
  )
  signal?.throwIfAborted()
  return answers.map((one) => (one.status === 'fulfilled' ? one.value : undefined)).find((one) => one !== undefined)
}

/** Deposits that are listed: anyone can emit their logs. */
const depositsMax = 100
/** Deposits whose transactions are looked for: each may be a request to the nodes of all chains. */
const lookedForMax = 5

/** The deposits that these logs of a block report, in order. */
const depositsIn = (logs: readonly LogRow[], blockHash: Hex): RollupDeposit[] =>
  [...opStackDeposits(logs, blockHash), ...arbitrumDeposits(logs)].sort((a, b) => a.logIndex - b.logIndex)

/** The deposits to rollups that the logs of a transaction report, and where they arrived. */
export const rollupDepositsOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  logs: readonly LogRow[],
  { blockHash, signal }: { blockHash: Hex; signal: AbortSignal | undefined },
): Promise<EvmSentTransaction['rollup_deposits']> => {
  const labelOf = labelsOn(context.known, chain.id)
  const deposits = depositsIn(logs, blockHash).slice(0, depositsMax)
  return await Promise.all(
    deposits.map(async ({ stack, logIndex, portal, messageNumber, from, to, mint, value, gasLimit, ...one }, index) => {
      const look = async (other: ServedChain, own: EvmQueryContext): Promise<Hex | undefined> => {
        const hash = one.hashOn(other.id)
        return (await findTransaction(own, other, hash, { signal })) && hash
      }
      const arrived = index < lookedForMax ? await firstOtherChain(context, chain, look, signal) : undefined
      return {
        stack,
        log_index: logIndex,
        portal,
        portal_label: labelOf(portal),
        message_number: messageNumber === undefined ? null : String(messageNumber),
        from,
        to,
        mint: String(mint),
        value: String(value),
        gas_limit: String(gasLimit),
        rollup_transaction_hash: arrived?.found ?? one.rollupHash ?? null,
        rollup_chain: arrived?.chain.name ?? null,
      }
    }),
  )
}

type Block = { number: number; hash: Hex }
/** The transaction that a deposit became on the rollup with this chain id. */
type Arrived = { hash: Hex; chain: number }
type DepositLog = { block: Block; hash: Hex; logIndex: number }

/** The log of a block which became a transaction of a rollup: from the index, otherwise from the node. */
export const depositInBlock = async (
  context: EvmQueryContext,
  chain: ServedChain,
  block: Block,
  { arrived, signal }: { arrived: Arrived; signal: AbortSignal | undefined },
): Promise<DepositLog | undefined> => {
  const matching = <Row extends LogRow>(logs: readonly Row[]): Row | undefined => {
    const deposit = depositsIn(logs, block.hash).find((one) => one.hashOn(arrived.chain) === arrived.hash)
    return logs.find((log) => log.log_index === deposit?.logIndex)
  }
  const indexed = matching(await indexedLogs(context, chain, block.number))
  if (indexed) return { block, hash: toHex(indexed.transaction_hash), logIndex: indexed.log_index }
  const read = await context.node.findBlock?.(chain, block.hash, signal)
  const log = read && matching(read.transactions.flatMap((one) => logRows(chain.id, read.number, one)))
  const transaction = log && read.transactions.find(({ index }) => index === log.transaction_index)
  return transaction && { block, hash: transaction.hash, logIndex: log.log_index }
}

/** The transactions of a block with such a deposit, whole: the content of an Arbitrum message is a log of its own. */
const indexedLogs = ({ store }: EvmQueryContext, chain: ServedChain, block: number) =>
  store.db
    .selectFrom('evm_logs as l')
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain.id, 'l')))
    .selectAll('l')
    .select('t.hash as transaction_hash')
    .where('l.chain', '=', chain.id)
    .where('l.block_number', '=', block)
    .where((is) =>
      is.exists(
        is
          .selectFrom('evm_logs as d')
          .select('d.log_index')
          .where('d.chain', '=', chain.id)
          .where('d.block_number', '=', block)
          .whereRef('d.transaction_index', '=', 'l.transaction_index')
          .where('d.topic0', 'in', [depositTopic, messageTopic]),
      ),
    )
    .execute()

/** Rollups take a message when its block is final, some 15 minutes later; this many blocks are a little over three hours. */
const blocksBefore = 1_000
/** Bridges whose message has that number: each rollup of the L1 has one, and anyone can emit such a log. */
const messagesMax = 50
const examinedMax = 10
const searchMs = 10_000

/** The message of a bridge with this number that became a transaction of a rollup, at or not long before a block. */
export const findMessage = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { number, newest }: { number: bigint; newest: number },
  { arrived, signal }: { arrived: Arrived; signal: AbortSignal | undefined },
): Promise<DepositLog | undefined> => {
  const search = {
    address: undefined,
    topics: [toHex(messageTopic), bytesHex(number)],
    lowest: Math.max(0, newest - blocksBefore),
    highest: newest,
    below: undefined,
    rows: messagesMax,
  }
  using time = timeLimit(searchMs)
  const either = signal ? AbortSignal.any([signal, time.signal]) : time.signal
  const { logs } = await searchLogs(search, await logSource(context, chain, search, 'all'), either)
  const blocks = new Map(
    logs.map(({ blockNumber, blockHash }) => [blockHash, { number: blockNumber, hash: blockHash }]),
  )
  for (const block of [...blocks.values()].slice(0, examinedMax)) {
    const found = await depositInBlock(context, chain, block, { arrived, signal })
    if (found) return found
  }
  return undefined
}
