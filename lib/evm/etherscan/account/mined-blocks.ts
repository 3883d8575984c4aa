import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { staticReward } from '#lib/evm/block/block-rewards.ts'
import { unpackedHashes } from '#lib/evm/chain/decode/block-rows.ts'
import type { BlockRow } from '#lib/evm/chain/tables/tables.ts'
import type { ActionCall, ActionInput } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, queryTimeout } from '#lib/evm/etherscan/kit/answer.ts'
import { type CoveredSpan, requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { spanOf, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { bodyCoverage } from '#lib/evm/query/evm-coverage.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { addressActions } from './actions.ts'

/** Transactions whose fees one answer adds up. */
const transactionsMax = 400_000
const blocksAtOnce = 100

type MinedBlock = Pick<BlockRow, 'number' | 'timestamp' | 'gas_used' | 'base_fee_per_gas' | 'transaction_count'>

/** The blocks whose fees an address received, each with its reward. */
export const minedBlocks = async (
  input: ActionInput<(typeof addressActions)['getminedblocks']>,
  call: ActionCall,
): Promise<EtherscanAnswer> => {
  const { context, chain } = call
  const { skip, rows: count } = windowOf(input)
  const bodies = await bodyCoverage(context, chain)
  if (input.blocktype === 'uncles') return await minedUncles(call, await requireCovered(call, spanOf(input), bodies))
  const span = await requireCovered(call, spanOf(input))
  const blocks = await context.store.db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'gas_used', 'base_fee_per_gas', 'transaction_count'])
    .where('chain', '=', chain.id)
    .where('miner', '=', toBytes(input.address))
    .where('number', '>=', span.first)
    .where('number', '<=', span.last)
    .orderBy('number', input.sort)
    .offset(skip)
    .limit(count)
    .execute()
  if (blocks.reduce((sum, block) => sum + block.transaction_count, 0) > transactionsMax) return queryTimeout
  const minted = await mintedOf(call, blocks, bodies)
  const fees = await feesOf(call, blocks)
  return listed(
    blocks.map((block) => ({
      blockNumber: String(block.number),
      timeStamp: String(block.timestamp),
      blockReward: String(minted(block.number) + (fees.get(block.number) ?? 0n) - burnt(block)),
    })),
  )
}

const burnt = ({ gas_used, base_fee_per_gas }: MinedBlock): bigint => BigInt(gas_used) * BigInt(base_fee_per_gas ?? 0)

/** Their miners are not stored. */
const minedUncles = async ({ context, chain }: ActionCall, { first, last }: CoveredSpan): Promise<EtherscanAnswer> => {
  const some = await context.store.db
    .selectFrom('evm_uncles')
    .select('block_number')
    .where('chain', '=', chain.id)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .limit(1)
    .executeTakeFirst()
  if (some) throw new ServiceError('not_available', 'The miners of uncles are not known here')
  return listed([])
}

/**
 * The new coins of each block. @throws not_available where they are not known: on other chains than Ethereum before proof of stake,
 * and for blocks whose uncles are not stored
 */
const mintedOf = async (
  call: ActionCall,
  blocks: readonly MinedBlock[],
  bodies: Awaited<ReturnType<typeof bodyCoverage>>,
): Promise<(block: number) => bigint> => {
  const { context, chain } = call
  const numbers = blocks.map(({ number }) => number)
  if (numbers.length === 0) return () => 0n
  if (chain.id !== 1) {
    if (await isProofOfStake(call, Math.min(...numbers))) return () => 0n
    throw new ServiceError('not_available', `The rewards of blocks of ${chain.title} are not known here`)
  }
  const mining = numbers.filter((number) => staticReward(number) > 0n)
  if (mining.some((number) => !bodies({ first: number, last: number }).isComplete))
    throw new ServiceError(
      'not_available',
      'The uncles of these blocks are not stored here, so that their rewards are not known',
    )
  const uncles = new Map<number, number>()
  for (const batch of batchesOf(mining, blocksAtOnce)) {
    const rows = await context.store.db
      .selectFrom('evm_uncles')
      .select(['block_number', 'packed'])
      .where('chain', '=', chain.id)
      .where('block_number', 'in', batch)
      .execute()
    for (const { block_number, packed } of rows) uncles.set(block_number, unpackedHashes(packed).length)
  }
  // The Yellow Paper, 11.3: one thirty-second of the reward for each uncle.
  return (number) => staticReward(number) + (staticReward(number) * BigInt(uncles.get(number) ?? 0)) / 32n
}

/** A chain does not return to mining: the oldest block decides. */
const isProofOfStake = async ({ askNode }: ActionCall, number: number): Promise<boolean> => {
  const header = await askNode('eth_getBlockByNumber', [hexNumber(number), false])
  return isFields(header) && header.difficulty === '0x0'
}

const feesOf = async ({ context, chain, signal }: ActionCall, blocks: readonly MinedBlock[]) => {
  const fees = new Map<number, bigint>()
  const numbers = blocks.filter(({ transaction_count }) => transaction_count > 0).map(({ number }) => number)
  for (const batch of batchesOf(numbers, blocksAtOnce)) {
    signal.throwIfAborted()
    const rows = await context.store.db
      .selectFrom('evm_transactions')
      .select(['block_number', 'gas_used', 'gas_price'])
      .where('chain', '=', chain.id)
      .where('block_number', 'in', batch)
      .execute()
    for (const { block_number, gas_used, gas_price } of rows)
      fees.set(block_number, (fees.get(block_number) ?? 0n) + BigInt(gas_used) * BigInt(gas_price))
  }
  return fees
}
