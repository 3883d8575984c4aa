import type { EvmSentTransaction } from '#lib/evm/contract/explorer/api.ts'
import { logRows } from '#lib/evm/decode/block-rows.ts'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { SentTransaction } from '#lib/evm/node/reading/sent-transaction.ts'
import { depositType } from '#lib/evm/proof/transaction-bytes.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { transactionOf } from '#lib/evm/queries/parts/key-joins.ts'
import type { StoredTransaction } from '#lib/evm/queries/parts/wallet-transaction-page.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { LogRow } from '#lib/evm/tables.ts'
import { firstOtherChain } from './first-chain.ts'
import { depositTopic, type L1Origin, l1OriginOf, rollupDeposits } from './op-stack-deposits.ts'

/** Where a deposit on a rollup comes from: the log of the L1 from which its hash follows. */
export const l1DepositOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { hash, block_number, transaction_index, input }: StoredTransaction,
  { type, sourceHash, mint }: SentTransaction,
  signal: AbortSignal | undefined,
): Promise<EvmSentTransaction['l1_deposit']> => {
  if (Number(type) !== depositType || sourceHash == null) return null
  const isFirst = transaction_index === 0
  const first = isFirst ? input : await firstInput(context, chain, block_number, signal)
  const origin = first && l1OriginOf(first)
  const isAttributes = isFirst && origin !== undefined
  const look = async (other: ServedChain) => origin && depositLog(context, other, origin, toHex(hash), signal)
  const made = isAttributes ? undefined : await firstOtherChain(context, chain, look, signal)
  return {
    source_hash: sourceHash,
    mint: mint == null ? null : String(mint),
    is_l1_attributes: isAttributes,
    l1_block_number: origin ? String(origin.number) : null,
    l1_block_hash: origin?.hash ?? null,
    l1_chain: made?.chain.name ?? null,
    l1_transaction_hash: made?.found.hash ?? null,
    l1_log_index: made?.found.logIndex ?? null,
  }
}

const firstInput = async (
  { store, node }: EvmQueryContext,
  chain: ServedChain,
  block: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> => {
  const row = await store.db
    .selectFrom('evm_transactions')
    .select('input')
    .where('chain', '=', chain.id)
    .where('block_number', '=', block)
    .where('transaction_index', '=', 0)
    .executeTakeFirst()
  if (row) return row.input
  const found = await node.findBlock?.(chain, block, signal)
  const [first] = found?.transactions ?? []
  return first && toBytes(first.input)
}

type DepositLog = { hash: Hex; logIndex: number }

/** The log of that block which became this transaction: from the index, otherwise from the node. */
const depositLog = async (
  context: EvmQueryContext,
  chain: ServedChain,
  origin: L1Origin,
  rollupHash: Hex,
  signal: AbortSignal | undefined,
): Promise<DepositLog | undefined> => {
  const matching = <Row extends LogRow>(logs: readonly Row[]): Row | undefined => {
    const deposit = rollupDeposits(logs, origin.hash).find((one) => one.rollupHash === rollupHash)
    return logs.find((log) => log.log_index === deposit?.logIndex)
  }
  const indexed = matching(await indexedLogs(context, chain, origin.number))
  if (indexed) return { hash: toHex(indexed.transaction_hash), logIndex: indexed.log_index }
  const block = await context.node.findBlock?.(chain, origin.hash, signal)
  const log = block && matching(block.transactions.flatMap((one) => logRows(chain.id, block.number, one)))
  const transaction = log && block.transactions.find(({ index }) => index === log.transaction_index)
  return transaction && { hash: transaction.hash, logIndex: log.log_index }
}

const indexedLogs = ({ store }: EvmQueryContext, chain: ServedChain, block: number) =>
  store.db
    .selectFrom('evm_logs as l')
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain.id, 'l')))
    .selectAll('l')
    .select('t.hash as transaction_hash')
    .where('l.chain', '=', chain.id)
    .where('l.block_number', '=', block)
    .where('l.topic0', '=', depositTopic)
    .execute()
