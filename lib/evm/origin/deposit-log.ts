import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { logRows } from '#lib/evm/chain/decode/block-rows.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { logSource } from '#lib/evm/events/log-source.ts'
import { searchLogs } from '#lib/evm/events/search-logs.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { transactionOf } from '#lib/evm/query/key-joins.ts'
import { messageTopic } from './arbitrum-deposits.ts'
import { bytesHex } from './log-data.ts'
import { depositTopic } from './op-stack-deposits.ts'
import { depositsIn } from './rollup-deposits.ts'

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
