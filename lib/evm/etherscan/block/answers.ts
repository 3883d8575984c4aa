import { ServiceError } from '#lib/base/errors.ts'
import { hexNumber, isHex } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { expectedBlockSeconds } from '#lib/evm/api/expected-block.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, ok } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { findDated } from '#lib/evm/query/dated-block.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import type { blockActions } from './actions.ts'
import { transactionCounts } from './transaction-counts.ts'

export const blockAnswers: ModuleAnswers<typeof blockActions> = {
  getblocknobytime: async ({ timestamp, closest }, call) =>
    ok(String(closest === 'before' ? await blockBefore(timestamp, call) : await blockFrom(timestamp, call))),
  getblockreward: ({ blockno }, call) => blockReward(blockno, call),
  getblocktxnscount: async ({ blockno }, call) => ok(await transactionCounts(blockno, call)),
  eth_block_number: async (_, { context, chain }) => {
    const newest = await newestBlock(context.store.db, chain.id)
    if (!newest) throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet`)
    return { jsonrpc: '2.0', id: 1, result: hexNumber(newest.number) }
  },
  getblockcountdown: ({ blockno }, call) => blockCountdown(blockno, call),
}

const noneClosest = () => etherscanFault('No closest block found')

const blockBefore = async (seconds: number, call: ActionCall): Promise<number> => {
  const found = await findDated(call.context, call.chain, seconds, call.signal)
  if (found.timestamp > seconds) throw noneClosest()
  const newest = await newestBlock(call.context.store.db, call.chain.id)
  // Later blocks may be missing here.
  if (found.number === newest?.number) await requireCovered(call, { first: found.number, last: undefined })
  return found.number
}

const blockFrom = async (seconds: number, call: ActionCall): Promise<number> => {
  const before = await findDated(call.context, call.chain, seconds - 1, call.signal)
  if (before.timestamp >= seconds) return before.number
  const newest = await newestBlock(call.context.store.db, call.chain.id)
  if (before.number !== newest?.number) return before.number + 1
  await requireCovered(call, { first: before.number, last: undefined })
  throw noneClosest()
}

const blockReward = async (number: number, call: ActionCall): Promise<EtherscanAnswer> => {
  const { chain, explorer, signal } = call
  const rewards = await explorer.evmBlockRewards(
    { block_number_or_hash: String(number), chain: chain.name },
    { signal },
  )
  const { static_reward, uncle_reward, transaction_fees, burnt, uncle_count, header } = rewards
  const isKnown = static_reward === null ? header?.difficulty === '0' : uncle_reward !== null
  if (!isKnown)
    throw new ServiceError('not_available', `The reward of block ${number} of ${chain.title} is not known here`)
  const reward = BigInt(static_reward ?? 0)
  const inclusion = BigInt(uncle_reward ?? 0)
  const earned = reward + inclusion + BigInt(transaction_fees) - BigInt(burnt ?? 0)
  const time = await blockTime(call, number)
  const places = Array.from({ length: uncle_count ?? 0 }, (_, index) => index)
  return ok({
    blockNumber: rewards.block_number,
    timeStamp: String(time),
    blockMiner: rewards.fee_recipient,
    blockReward: String(earned),
    uncles: await Promise.all(places.map((place) => uncleOf(call, { number, place, reward }))),
    uncleInclusionReward: String(inclusion),
  })
}

const blockTime = async ({ context, chain, signal }: ActionCall, number: number): Promise<number> => {
  const stored = await context.store.db
    .selectFrom('evm_blocks')
    .select('timestamp')
    .where('chain', '=', chain.id)
    .where('number', '=', number)
    .executeTakeFirst()
  const found = stored ?? (await context.node.header?.(chain, number, signal))
  if (found) return found.timestamp
  throw new ServiceError('not_available', `The time of block ${number} is not known here`)
}

/** The Yellow Paper, 11.3: an eighth less for each block that the uncle is older. */
const uncleOf = async (
  { askNode }: ActionCall,
  { number, place, reward }: { number: number; place: number; reward: bigint },
) => {
  const uncle = await askNode('eth_getUncleByBlockNumberAndIndex', [hexNumber(number), hexNumber(place)])
  if (!isFields(uncle) || typeof uncle.miner !== 'string' || typeof uncle.number !== 'string' || !isHex(uncle.number))
    throw new ServiceError('not_available', `The node did not return an uncle of block ${number}`)
  const older = BigInt(number) - BigInt(uncle.number)
  return {
    miner: uncle.miner.toLowerCase(),
    unclePosition: String(place),
    blockreward: String((reward * (8n - older)) / 8n),
  }
}

/** Blocks that the mean time per block is taken from. */
const meanBlocks = 1_000

const blockCountdown = async (number: number, { context, chain }: ActionCall): Promise<EtherscanAnswer> => {
  const newest = await newestBlock(context.store.db, chain.id)
  if (!newest) throw new ServiceError('not_available', `No block of ${chain.title} is indexed yet`)
  if (number <= newest.number) throw etherscanFault('Block number already pass')
  const older = await context.store.db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp'])
    .where('chain', '=', chain.id)
    .where('number', '>=', newest.number - meanBlocks)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  const expected = expectedBlockSeconds(
    number,
    { number: newest.number, seconds: newest.timestamp },
    older && { number: older.number, seconds: older.timestamp },
  )
  if (expected === undefined)
    throw new ServiceError('not_available', `The time per block of ${chain.title} is not known here`)
  return ok({
    CurrentBlock: String(newest.number),
    CountdownBlock: String(number),
    RemainingBlock: String(number - newest.number),
    EstimateTimeInSec: Math.max(0, expected - context.now() / 1_000).toFixed(1),
  })
}
