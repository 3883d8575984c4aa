import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { dayOf } from '#lib/evm/chain/decode/day-sums.ts'
import type { DayRow, EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { requestedBlocks, resolveBounds } from '#lib/evm/query/block-bounds.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import type { activityEndpoints, EvmDay } from './contract.ts'

/**
 * Sums of the last days of a chain or of one address, oldest first. The last day is that of the newest stored block: if
 * the index has stopped, later days are unknown, not zero.
 */
export const activityQuery =
  ({ store, served, now, coverage }: EvmQueryContext): Service<typeof activityEndpoints>['evmActivity'] =>
  async (input, call) => {
    const chain = served.resolve(input.chain)
    const coverageThen = await coverage(chain)
    if (input.whole && input.address !== undefined) {
      call?.coveredBy?.(coverageThen({ first: 0 }))
      return { result: wholeLife(await daysBetween(store.db, chain.id, input.address, { first: 0, last: dayMax })) }
    }
    const newest = await newestBlock(store.db, chain.id)
    const last = dayOf(newest?.timestamp ?? Math.floor(now() / 1_000))
    const first = last - input.days + 1
    const since = { from_date: `${dateOf(first)}T00:00:00Z` }
    call?.coveredBy?.(coverageThen(requestedBlocks(await resolveBounds(store.db, chain.id, since), since)))
    const rows = await daysBetween(store.db, chain.id, input.address, { first, last })
    const byDay = new Map(rows.map((row) => [row.day, row]))
    const days = Array.from({ length: input.days }, (_, index) => first + index)
    const isOfAddress = input.address !== undefined
    return {
      result: days.map((day) => {
        const sums = byDay.get(day)
        return { ...dayRecord(day, sums), ...(isOfAddress && { sent: sums?.sent_count ?? 0 }) }
      }),
    }
  }

/** After 2200: more than any block has. */
const dayMax = 84_000
/** How many days a row may sum up: single ones, weeks, months, quarters and years. */
const steps = [1, 7, 30, 91, 365] as const
const rowsMax = 120

/** From the first to the last day with a transaction, in as many rows as a small chart has room for. */
const wholeLife = (sums: readonly Sums[]): EvmDay[] => {
  const days = sums.map(({ day }) => day)
  const first = Math.min(...days)
  const span = Math.max(...days) - first + 1
  if (days.length === 0) return []
  const step = steps.find((size) => Math.ceil(span / size) <= rowsMax) ?? 365
  const rows = Array.from({ length: Math.ceil(span / step) }, (_, index) => ({
    day: dateOf(first + index * step),
    days: Math.min(step, span - index * step),
    transactions: 0,
    blocks: 0,
    gas: 0n,
    sent: 0,
  }))
  for (const { day, transaction_count, block_count, gas_used, sent_count } of sums) {
    const row = rows[Math.floor((day - first) / step)]
    if (!row) continue
    row.transactions += transaction_count
    row.blocks += block_count
    row.gas += BigInt(gas_used)
    row.sent += sent_count ?? 0
  }
  return rows.map(({ gas, ...row }) => ({ ...row, gas_used: String(gas) }))
}

type Sums = Omit<DayRow, 'chain'> & { sent_count?: number }

const daysBetween = (
  db: Kysely<EvmTables>,
  chain: number,
  address: string | undefined,
  { first, last }: { first: number; last: number },
): Promise<Sums[]> => {
  const columns = ['day', 'transaction_count', 'block_count', 'gas_used'] as const
  if (address === undefined)
    return db
      .selectFrom('evm_days')
      .select(columns)
      .where('chain', '=', chain)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .execute()
  return db
    .selectFrom('evm_wallet_days')
    .select([...columns, 'sent_count'])
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute()
}

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

const dayRecord = (day: number, sums: Sums | undefined) => ({
  day: dateOf(day),
  transactions: sums?.transaction_count ?? 0,
  blocks: sums?.block_count ?? 0,
  gas_used: String(sums?.gas_used ?? 0),
})
