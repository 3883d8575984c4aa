import { type Kysely, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { priorityFeesOf, staticReward } from '#lib/evm/block/block-rewards.ts'
import { unpackedHashes, unpackedWithdrawals } from '#lib/evm/chain/decode/block-rows.ts'
import type { BlockRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { blockOf } from '#lib/evm/query/key-joins.ts'
import { isPostgres } from '#lib/store/limit-of-ranges.ts'

/** Coin that a block paid without a transaction. */
export type Credit = {
  block: number
  /** Unix seconds. */
  timestamp: number
  kind: 'withdrawal' | 'block reward'
  amount: bigint
}

/** Blocks whose payments are looked through for one page: no index has them by receiver. */
export const creditBlocksMax = 50_000

/** Blocks with payments to the address that are read for one page. */
const creditsMax = 500

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
    .map(({ number, timestamp, packed }) => ({
      ...{ block: number, timestamp, kind: 'withdrawal' as const },
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

type PaidBlock = { number: number; timestamp: number; packed: Uint8Array }

const paidBlocks = async (db: Kysely<EvmTables>, { chain, address, first, last }: Window): Promise<PaidBlock[]> => {
  const own = toBytes(address)
  const contains = isPostgres(db) ? sql`position(${own}::bytea in w.packed) > 0` : sql`instr(w.packed, ${own}) > 0`
  const { rows } = await sql<PaidBlock>`
    select b.number, b.timestamp, w.packed from (
      select w.block_number, w.packed from evm_withdrawals as w
      where w.chain = ${chain} and w.block_number >= ${first} and w.block_number <= ${last} and ${contains}
      order by w.block_number limit ${creditsMax}
    ) as w join evm_blocks as b on ${blockOf(chain, 'w')} order by b.number`.execute(db)
  return rows
}

type MinedBlock = Pick<BlockRow, 'number' | 'timestamp' | 'base_fee_per_gas'>

const minedBlocks = async (db: Kysely<EvmTables>, { chain, address, first, last }: Window): Promise<MinedBlock[]> =>
  await db
    .selectFrom('evm_blocks')
    .select(['number', 'timestamp', 'base_fee_per_gas'])
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
  return blocks.map(({ number, timestamp, base_fee_per_gas }) => {
    const fixed = chain === 1 ? staticReward(number) : 0n
    const forUncles = (fixed * BigInt(unclesIn.get(number) ?? 0)) / 32n
    const fees = priorityFeesOf(paidIn.get(number) ?? [], base_fee_per_gas)
    return { block: number, timestamp, kind: 'block reward', amount: fixed + forUncles + fees }
  })
}
