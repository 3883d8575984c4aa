import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'
import { toBytes, toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { Erc20DayRow, Erc20TokenRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { TokenCheck } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { tokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { keptToken, percentOf } from './kept-token.ts'
import type { tokenListEndpoints } from './lists-contract.ts'
import { checkToken } from './token-check.ts'
import { heldBalances } from './token-holders.ts'

const daysMax = 366
const sharesOf = 100
/** Balances compared with the contract's. */
const comparedMax = 10

/** Statistics of a token: reads one row, 100 balances and a year of days, and sends one request to a node per block. */
export const tokenStatistics =
  (context: EvmQueryContext): Service<typeof tokenListEndpoints>['evmToken'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address } = input
    const { db } = context.store
    const { row, status } = await keptToken(context, chain, address, call)
    if (!row)
      throw new ServiceError('not_found', `No transfer of an ERC20 token ${address} is indexed on ${chain.title}.`)
    const token = toBytes(address)
    const [newest, metadata, days] = await Promise.all([
      newestBlock(db, chain.id),
      tokenMetadata(db, chain.id, [address]),
      lastDays(db, chain.id, token),
    ])
    const { name = null, symbol = null, decimals = null } = metadata.get(address) ?? {}
    const known = { address, name, symbol, decimals }
    const counts = {
      block: newest ? String(newest.number) : null,
      transfers: row.transfers,
      first_block: String(row.first_block),
    }
    const balances = status === 'COUNTED' ? await heldBalances(db, chain.id, address, { limit: sharesOf }) : []
    const check =
      newest &&
      (await checkToken(
        context,
        chain,
        { number: newest.number, hash: toHex(newest.hash) },
        { address, balances: balances.slice(0, comparedMax) },
        call?.signal,
      ))
    const checked = check
      ? {
          total_supply: check.totalSupply === null ? null : String(check.totalSupply),
          compared: check.compared,
          different: check.different,
        }
      : null
    if (status !== 'COUNTED')
      return {
        ...known,
        ...counts,
        status,
        holders: null,
        supply: null,
        overdrawn: null,
        shares: null,
        check: checked,
        days: days.map((day) => dayRecord(day, null)),
      }
    const supply = fromSortable(row.supply)
    return {
      ...known,
      ...counts,
      status: verdictOf(row, check),
      holders: row.holders,
      supply: supply < 0n ? null : String(supply),
      overdrawn: row.overdrawn,
      shares: shares(
        balances.map(({ balance }) => fromSortable(balance)),
        supply,
      ),
      check: checked,
      days: withHolders(days, row.holders),
    }
  }

/** A sample decides: balances that were not compared may differ too. */
const verdictOf = (
  { overdrawn, supply }: Erc20TokenRow,
  check: TokenCheck | undefined,
): 'VERIFIED' | 'DIFFERENT' | 'UNVERIFIED' => {
  if (overdrawn > 0) return 'DIFFERENT'
  if (!check || (check.compared === 0 && check.totalSupply === null)) return 'UNVERIFIED'
  const hasOtherSupply = check.totalSupply !== null && check.totalSupply !== fromSortable(supply)
  return check.different > 0 || hasOtherSupply ? 'DIFFERENT' : 'VERIFIED'
}

const shares = (balances: readonly bigint[], supply: bigint) => {
  const top = (count: number) =>
    percentOf(
      balances.slice(0, count).reduce((sum, balance) => sum + balance, 0n),
      supply,
      2,
    )
  const [top_10, top_50, top_100] = [top(10), top(50), top(100)]
  return top_10 === null || top_50 === null || top_100 === null ? null : { top_10, top_50, top_100 }
}

type Day = Pick<Erc20DayRow, 'day' | 'transfers' | 'holders'>

/** Oldest first. */
const lastDays = async (db: Kysely<EvmTables>, chain: number, token_address: Uint8Array): Promise<Day[]> => {
  const rows = await db
    .selectFrom('evm_erc20_days')
    .select(['day', 'transfers', 'holders'])
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .orderBy('day', 'desc')
    .limit(daysMax)
    .execute()
  return rows.reverse()
}

/** Counted back from today's holders. */
const withHolders = (days: readonly Day[], holders: number) => {
  let atEnd = holders
  return days
    .toReversed()
    .map((day) => {
      const record = dayRecord(day, Math.max(0, atEnd))
      atEnd -= day.holders
      return record
    })
    .reverse()
}

const dayRecord = ({ day, transfers }: Day, holders: number | null) => ({
  day: new Date(day * 86_400_000).toISOString().slice(0, 10),
  transfers,
  holders,
})
