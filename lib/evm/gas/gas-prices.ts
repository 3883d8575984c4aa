import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { MeasuredGas } from '#lib/evm/api/records/gas.ts'
import { readGasLimit } from '#lib/evm/chain/decode/block-rows.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { gasPriceEndpoints } from './contract.ts'

/** On Ethereum the last four minutes: some 4,000 transactions. */
const blocksMax = 20
const methodsMax = 10
/** Fewer calls have no typical cost. */
const callsMin = 3

/** What gas costs now, and what usual calls cost, from the newest indexed blocks; the next base fee from the node. */
export const gasPricesQuery =
  (context: EvmQueryContext): Service<typeof gasPriceEndpoints>['evmGas'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const blocks = await newestBlocks(context, chain)
    const [newest] = blocks
    const next = await nextFees(context, chain, call?.signal)
    if (!newest) return { ...next, priority_fee: null, transaction_count: 0, blocks: [], methods: [] }
    const key = `${chain.id} ${toHex(newest.hash)}`
    const measured = await context.stateReads.gas.read(key, () => measure(context, chain, blocks), call?.signal)
    return { ...next, ...measured }
  }

type Block = Awaited<ReturnType<typeof newestBlocks>>[number]

/** The newest block and those just before it: of a chain indexed in parts, older ones would be of another time. */
const newestBlocks = async ({ store }: EvmQueryContext, chain: ServedChain) => {
  const rows = await store.db
    .selectFrom('evm_blocks')
    .select(['number', 'hash', 'timestamp', 'gas_used', 'gas_limit', 'base_fee_per_gas', 'transaction_count'])
    .where('chain', '=', chain.id)
    .orderBy('number', 'desc')
    .limit(blocksMax)
    .execute()
  return rows.filter(({ number }) => number > (rows[0]?.number ?? 0) - blocksMax)
}

const nextFees = async ({ node }: EvmQueryContext, chain: ServedChain, signal: AbortSignal | undefined) => {
  const none = { next_block: null, next_base_fee: null, next_blob_base_fee: null }
  try {
    const next = await node.nextFees?.(chain, signal)
    if (!next) return none
    return {
      next_block: String(next.block),
      next_base_fee: String(next.baseFee),
      next_blob_base_fee: next.blobBaseFee === null ? null : String(next.blobBaseFee),
    }
  } catch (error) {
    // Chains without a fee market, and nodes without eth_feeHistory: the index has the rest.
    if (!isServiceError(error)) throw error
    return none
  }
}

const measure = async (
  context: EvmQueryContext,
  chain: ServedChain,
  blocks: readonly Block[],
): Promise<MeasuredGas> => {
  const sent = await sentIn(context, chain, blocks)
  const byBlock = Map.groupBy(sent, ({ block }) => block)
  return {
    priority_fee: spread(sent.map(({ tip }) => tip)),
    transaction_count: sent.length,
    blocks: blocks.map(({ number, hash, timestamp, base_fee_per_gas, gas_used, gas_limit, transaction_count }) => ({
      block_number: String(number),
      block_hash: toHex(hash),
      block_timestamp: timestampText(timestamp),
      base_fee_per_gas,
      gas_used,
      gas_limit: readGasLimit({ gas_limit }),
      transaction_count,
      priority_fee: spread((byBlock.get(number) ?? []).map(({ tip }) => tip)),
    })),
    methods: await methodsOf(context, chain, sent),
  }
}

type Sent = { block: number; index: number; selector: `0x${string}`; gas: bigint; tip: bigint; isSuccess: boolean }

const sentIn = async ({ store }: EvmQueryContext, chain: ServedChain, blocks: readonly Block[]): Promise<Sent[]> => {
  const baseFees = new Map(blocks.map(({ number, base_fee_per_gas }) => [number, BigInt(base_fee_per_gas ?? 0)]))
  const rows = await store.db
    .selectFrom('evm_transactions')
    .select(['block_number', 'transaction_index', 'status', 'gas_price', 'gas_used'])
    .select(sql<Uint8Array | null>`substr(input, 1, 4)`.as('selector'))
    .where('chain', '=', chain.id)
    .where('block_number', '>=', blocks.at(-1)?.number ?? 0)
    .where('block_number', '<=', blocks[0]?.number ?? 0)
    .execute()
  return rows.map(({ block_number, transaction_index, status, gas_price, gas_used, selector }) => {
    const tip = BigInt(gas_price) - (baseFees.get(block_number) ?? 0n)
    return {
      block: block_number,
      index: transaction_index,
      // SQLite has null for a part of nothing.
      selector: toHex(selector ?? new Uint8Array()),
      gas: BigInt(gas_used),
      tip: tip < 0n ? 0n : tip,
      isSuccess: status !== 0,
    }
  })
}

const spread = (fees: readonly bigint[]) => {
  if (fees.length === 0) return null
  const sorted = fees.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const at = (part: number) => String(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0n)
  return { low: at(0.1), median: at(0.5), high: at(0.9) }
}

/** The calls that succeeded most often, and plain transfers, which have no calldata. */
const methodsOf = async (
  { store, signatures }: EvmQueryContext,
  chain: ServedChain,
  sent: readonly Sent[],
): Promise<MeasuredGas['methods']> => {
  const bySelector = [
    ...Map.groupBy(
      sent.filter(({ isSuccess }) => isSuccess),
      ({ selector }) => selector,
    ),
  ]
    .filter(([, calls]) => calls.length >= callsMin)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, methodsMax)
  return await Promise.all(
    bySelector.map(async ([selector, calls]) => {
      const gas = spread(calls.map((one) => one.gas))?.median ?? '0'
      const counts = { selector: selector === '0x' ? null : selector, transaction_count: calls.length, gas_used: gas }
      const [example] = calls
      if (selector === '0x' || !example || !signatures) return { ...counts, label: null, signature: null }
      await signatures.learn([selector])
      const row = await store.db
        .selectFrom('evm_transactions')
        .select('input')
        .where('chain', '=', chain.id)
        .where('block_number', '=', example.block)
        .where('transaction_index', '=', example.index)
        .executeTakeFirst()
      const guess = signatures.guessMethod(row?.input ?? toBytes(selector))
      return { ...counts, label: guess?.label ?? null, signature: guess?.signature ?? null }
    }),
  )
}
