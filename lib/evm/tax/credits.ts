import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { priorityFeesOf, staticReward } from '#lib/evm/block/block-rewards.ts'
import { unpackedHashes, unpackedWithdrawals } from '#lib/evm/chain/decode/block-rows.ts'
import type { BlockRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { blockOf } from '#lib/evm/query/key-joins.ts'

/** Coin that a block paid without a transaction. */
export type Credit = {
  block: number
  blockHash: Hex
  /** Unix seconds. */
  timestamp: number
  kind: 'withdrawal' | 'block reward'
  amount: bigint
}

/** Blocks with payments to the address that are read for one page. */
const creditsMax = 200

type Window = { chain: number; address: string; first: number; last: number }

/** What blocks paid to an address, oldest first, up to a block: before the last of the window if there are very many. */
export const readCredits = async (
  db: Kysely<EvmTables>,
  window: Window,
): Promise<{ credits: Credit[]; last: number }> => {
  if (window.last < window.first) return { credits: [], last: window.last }
  const [mined, paid] = await Promise.all([minedBlocks(db, window), paidBlocks(db, window)])
  const ends = [mined, paid].flatMap((rows) => (rows.length < creditsMax ? [] : [rows.at(-1)?.number ?? window.last]))
  const last = Math.min(window.last, ...ends)
  const rewards = await rewardsOf(
    db,
    window.chain,
    mined.filter(({ number }) => number <= last),
  )
  const withdrawals = paid
    .filter(({ number }) => number <= last)
    .map(({ number, hash, timestamp, packed }) => ({
      ...{ block: number, blockHash: toHex(hash), timestamp, kind: 'withdrawal' as const },
      amount: withdrawnBy(packed, window.address),
    }))
  const credits = [...rewards, ...withdrawals].filter(({ amount }) => amount > 0n)
  return { credits: credits.sort((a, b) => a.block - b.block), last }
}

const weiPerGwei = 10n ** 9n

const withdrawnBy = (packed: Uint8Array, receiver: string): bigint =>
  unpackedWithdrawals(packed).reduce(
    (sum, { address, amount }) => (address === receiver ? sum + amount * weiPerGwei : sum),
    0n,
  )

type PaidBlock = Pick<BlockRow, 'number' | 'hash' | 'timestamp'> & { packed: Uint8Array }

const paidBlocks = async (db: Kysely<EvmTables>, { chain, address, first, last }: Window): Promise<PaidBlock[]> =>
  await db
    .selectFrom((from) =>
      from
        .selectFrom('evm_withdrawal_addresses')
        .select('block_number')
        .where('chain', '=', chain)
        .where('address', '=', toBytes(address))
        .where('block_number', '>=', first)
        .where('block_number', '<=', last)
        .orderBy('block_number')
        .limit(creditsMax)
        .as('page'),
    )
    .innerJoin('evm_withdrawals as w', (join) =>
      join.on('w.chain', '=', chain).onRef('w.block_number', '=', 'page.block_number'),
    )
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain, 'page')))
    .select(['b.number', 'b.hash', 'b.timestamp', 'w.packed'])
    .orderBy('page.block_number')
    .execute()

type MinedBlock = Pick<BlockRow, 'number' | 'hash' | 'timestamp' | 'base_fee_per_gas'>

const minedBlocks = async (db: Kysely<EvmTables>, { chain, address, first, last }: Window): Promise<MinedBlock[]> =>
  await db
    .selectFrom('evm_blocks')
    .select(['number', 'hash', 'timestamp', 'base_fee_per_gas'])
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .where('miner', '=', toBytes(address))
    .orderBy('number')
    .limit(creditsMax)
    .execute()

/** Priority fees, and what miners of Ethereum got for the block and for the uncles that it includes. */
const rewardsOf = async (db: Kysely<EvmTables>, chain: number, blocks: readonly MinedBlock[]): Promise<Credit[]> => {
  if (blocks.length === 0) return []
  const numbers = blocks.map(({ number }) => number)
  const [transactions, uncles] = await Promise.all([
    db
      .selectFrom('evm_transactions')
      .select(['block_number', 'gas_used', 'gas_price'])
      .where('chain', '=', chain)
      .where('block_number', 'in', numbers)
      .execute(),
    db
      .selectFrom('evm_uncles')
      .select(['block_number', 'packed'])
      .where('chain', '=', chain)
      .where('block_number', 'in', numbers)
      .execute(),
  ])
  const paidIn = Map.groupBy(transactions, ({ block_number }) => block_number)
  const unclesIn = new Map(uncles.map(({ block_number, packed }) => [block_number, unpackedHashes(packed).length]))
  return blocks.map(({ number, hash, timestamp, base_fee_per_gas }) => {
    const fixed = chain === 1 ? staticReward(number) : 0n
    const forUncles = (fixed * BigInt(unclesIn.get(number) ?? 0)) / 32n
    const fees = priorityFeesOf(paidIn.get(number) ?? [], base_fee_per_gas)
    return { block: number, blockHash: toHex(hash), timestamp, kind: 'block reward', amount: fixed + forUncles + fees }
  })
}
