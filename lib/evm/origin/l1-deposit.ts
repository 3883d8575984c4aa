import { toBytes, toHex } from '#lib/base/bytes.ts'
import { arbitrumTypes, depositType } from '#lib/evm/chain/checks/rlp-bytes.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { SentWithReceipt } from '#lib/evm/chain/rpc/reading/sent-transaction.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { l1BlockOf, redeemOf } from './arbitrum-deposits.ts'
import type { EvmSentTransaction } from './contract.ts'
import { l1OriginOf } from './op-stack-deposits.ts'
import { depositInBlock, findMessage, firstOtherChain } from './rollup-deposits.ts'

type L1Deposit = NonNullable<EvmSentTransaction['l1_deposit']>
type Mined = { stored: StoredTransaction; logs: readonly LogRow[]; sent: SentWithReceipt }

/** Where a deposit on a rollup comes from: the log of the L1 from which its hash follows. */
export const l1DepositOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  mined: Mined,
  signal: AbortSignal | undefined,
): Promise<EvmSentTransaction['l1_deposit']> => {
  const { type, sourceHash, requestId, ticketId } = mined.sent
  const [number, arbitrum] = [Number(type), [arbitrumTypes.deposit, arbitrumTypes.retryable]]
  if (number === depositType && sourceHash != null) return opStackOrigin(context, chain, mined, signal)
  if (arbitrum.includes(number) && requestId != null) return arbitrumOrigin(context, chain, mined, signal)
  return number === arbitrumTypes.redeem && ticketId != null
    ? { ...unknown, stack: 'arbitrum', ticket_transaction_hash: ticketId }
    : null
}

const unknown = {
  source_hash: null,
  message_number: null,
  mint: null,
  is_l1_attributes: false,
  l1_block_number: null,
  l1_block_hash: null,
  l1_chain: null,
  l1_transaction_hash: null,
  l1_log_index: null,
  ticket_transaction_hash: null,
  redeem_transaction_hash: null,
} satisfies Partial<L1Deposit>

const opStackOrigin = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { stored, sent: { sourceHash, mint } }: Mined,
  signal: AbortSignal | undefined,
): Promise<L1Deposit> => {
  const first = await firstInput(context, chain, stored, signal)
  const origin = first && l1OriginOf(first)
  const isAttributes = stored.transaction_index === 0 && origin !== undefined
  const isWanted = { hash: toHex(stored.hash), chain: chain.id }
  const look = async (other: ServedChain, own: EvmQueryContext) =>
    origin && depositInBlock(own, other, origin, { arrived: isWanted, signal })
  const made = isAttributes ? undefined : await firstOtherChain(context, chain, look, signal)
  return {
    ...unknown,
    stack: 'op_stack',
    source_hash: sourceHash ?? null,
    mint: mint == null ? null : String(mint),
    is_l1_attributes: isAttributes,
    l1_block_number: origin ? String(origin.number) : null,
    l1_block_hash: origin?.hash ?? null,
    l1_chain: made?.chain.name ?? null,
    l1_transaction_hash: made?.found.hash ?? null,
    l1_log_index: made?.found.logIndex ?? null,
  }
}

const arbitrumOrigin = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { stored, logs, sent: { requestId, depositValue, value } }: Mined,
  signal: AbortSignal | undefined,
): Promise<L1Deposit> => {
  const first = await firstInput(context, chain, stored, signal)
  const newest = first && l1BlockOf(first)
  const number = BigInt(requestId ?? 0)
  const isWanted = { hash: toHex(stored.hash), chain: chain.id }
  const look = async (other: ServedChain, own: EvmQueryContext) =>
    newest === undefined ? undefined : findMessage(own, other, { number, newest }, { arrived: isWanted, signal })
  const made = await firstOtherChain(context, chain, look, signal)
  const minted = depositValue ?? value
  return {
    ...unknown,
    stack: 'arbitrum',
    message_number: String(number),
    mint: minted == null ? null : String(minted),
    l1_block_number: made ? String(made.found.block.number) : null,
    l1_block_hash: made?.found.block.hash ?? null,
    l1_chain: made?.chain.name ?? null,
    l1_transaction_hash: made?.found.hash ?? null,
    l1_log_index: made?.found.logIndex ?? null,
    redeem_transaction_hash: redeemOf(logs) ?? null,
  }
}

/** The calldata of the first transaction of its block: there a rollup names the L1 block that it knows. */
const firstInput = async (
  { store, node }: EvmQueryContext,
  chain: ServedChain,
  { block_number, transaction_index, input }: StoredTransaction,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> => {
  if (transaction_index === 0) return input
  const row = await store.db
    .selectFrom('evm_transactions')
    .select('input')
    .where('chain', '=', chain.id)
    .where('block_number', '=', block_number)
    .where('transaction_index', '=', 0)
    .executeTakeFirst()
  if (row) return row.input
  const found = await node.findBlock?.(chain, block_number, signal)
  const [first] = found?.transactions ?? []
  return first && toBytes(first.input)
}
