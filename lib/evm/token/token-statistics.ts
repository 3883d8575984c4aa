import type { Kysely } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'
import type { StateBlock } from '#lib/evm/chain/rpc/state/state-block.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Erc20BalanceRow, Erc20DayRow, Erc20TokenRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { TokenCheck } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import type { AskedToken } from '#lib/evm/query/pool-prices.ts'
import { priceRecord } from '#lib/evm/query/price-record.ts'
import { balanceCall, readNumbers, stateKey } from '#lib/evm/query/state-block.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { readPrices } from '#lib/evm/query/token-prices.ts'
import { heldBalances, keptToken, tokenPercentOf } from './kept-token.ts'
import type { tokenListEndpoints } from './lists-contract.ts'

/** `totalSupply()` */
const totalSupply = '0x18160ddd'

type Counted = {
  block: StateBlock
  address: string
  /** The largest balances. */
  balances: readonly Pick<Erc20BalanceRow, 'holder' | 'balance'>[]
}

/**
 * Compares the counted supply and the largest balances with what the contract reports after the same block. Undefined
 * if no node answers.
 */
const checkToken = async (
  { node, stateReads }: EvmQueryContext,
  chain: ServedChain,
  { block, address, balances }: Counted,
  signal: AbortSignal | undefined,
): Promise<TokenCheck | undefined> => {
  if (!node.callContracts || !isHex(address)) return undefined
  const read = async (either: AbortSignal): Promise<TokenCheck> => {
    const calls = [
      { to: address, data: totalSupply } as const,
      ...balances.map(({ holder }) => balanceCall(address, toHex(holder))),
    ]
    const [supply, ...reported] = await readNumbers({ node }, chain, calls, { block, signal: either })
    return {
      totalSupply: typeof supply === 'bigint' ? supply : null,
      compared: reported.filter((answer) => answer !== 'failed').length,
      different: reported.filter((answer, index) => {
        const counted = balances[index]
        return answer !== 'failed' && counted && answer !== fromSortable(counted.balance)
      }).length,
    }
  }
  try {
    return await stateReads.tokenChecks.read(stateKey(chain, block, address), read, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (!isServiceError(error)) throw error
    return undefined
  }
}

const daysMax = 366
const sharesOf = 100
/** Balances compared with the contract's. */
const comparedMax = 10

/** Statistics of a token: reads one row, 100 balances and a year of days, and sends one request to a node per block. */
export const tokenStatisticsQuery =
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
      readTokenMetadata(db, chain.id, [address]),
      lastDays(db, chain.id, token),
    ])
    const { name = null, symbol = null, decimals = null } = metadata.get(address) ?? {}
    const counts = {
      block: newest ? String(newest.number) : null,
      transfers: row.transfers,
      first_block: String(row.first_block),
    }
    const balances = status === 'COUNTED' ? await heldBalances(db, chain.id, address, { limit: sharesOf }) : []
    const [check, price] = await Promise.all([
      newest &&
        checkToken(
          context,
          chain,
          {
            block: { number: newest.number, hash: toHex(newest.hash) },
            address,
            balances: balances.slice(0, comparedMax),
          },
          call?.signal,
        ),
      decimals === null || !isHex(address) ? null : priceOf(context, chain, { address, decimals }),
    ])
    const known = { address, name, symbol, decimals, price }
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
        days: days.map((day) => dayRecord(day, null, null)),
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
      days: withSums(days, row.holders, supply),
    }
  }

const priceOf = async (context: EvmQueryContext, chain: ServedChain, token: AskedToken) => {
  const price = (await readPrices(context, chain, [token]))?.tokens.get(token.address)
  return price ? priceRecord(price) : null
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
    tokenPercentOf(
      balances.slice(0, count).reduce((sum, balance) => sum + balance, 0n),
      supply,
      2,
    )
  const [top_10, top_50, top_100] = [top(10), top(50), top(100)]
  return top_10 === null || top_50 === null || top_100 === null ? null : { top_10, top_50, top_100 }
}

type Day = Pick<Erc20DayRow, 'day' | 'transfers' | 'holders' | 'supply'>

/** Oldest first. */
const lastDays = async (db: Kysely<EvmTables>, chain: number, token_address: Uint8Array): Promise<Day[]> => {
  const rows = await db
    .selectFrom('evm_erc20_days')
    .select(['day', 'transfers', 'holders', 'supply'])
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .orderBy('day', 'desc')
    .limit(daysMax)
    .execute()
  return rows.reverse()
}

/** Counted back from today's holders and supply. */
const withSums = (days: readonly Day[], holders: number, supply: bigint) => {
  let atEnd = holders
  let supplyAtEnd: bigint | null = supply
  return days
    .toReversed()
    .map((day) => {
      const record = dayRecord(day, Math.max(0, atEnd), supplyAtEnd)
      atEnd -= day.holders
      supplyAtEnd = supplyAtEnd === null || day.supply === null ? null : supplyAtEnd - fromSortable(day.supply)
      return record
    })
    .reverse()
}

const dayRecord = ({ day, transfers }: Day, holders: number | null, supply: bigint | null) => ({
  day: new Date(day * 86_400_000).toISOString().slice(0, 10),
  transfers,
  holders,
  supply: supply === null || supply < 0n ? null : String(supply),
})
