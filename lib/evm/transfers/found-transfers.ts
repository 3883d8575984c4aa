import { type RawBuilder, sql } from 'kysely'
import type { RequestedRange } from '#lib/api/coverage.ts'
import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { StoredNftTransfer } from '#lib/evm/nft/transfers/nft-transfer-page.ts'
import { nftTransferRecord, shownTokens } from '#lib/evm/nft/transfers/nft-transfer-record.ts'
import { usdScale } from '#lib/evm/prices/price.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { resolveBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { requestedBlocks, requestedFromKey, requestedKey } from '#lib/evm/query/coverage/requested-blocks.ts'
import { marksOf } from '#lib/evm/query/flags.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { readPrices } from '#lib/evm/query/prices/token-prices.ts'
import { isAtLeast } from '#lib/evm/query/ranges/is-at-least.ts'
import { type ListPlace, type PlacedTable, readPlace } from '#lib/evm/query/ranges/places.ts'
import { type Joined, plannedPage } from '#lib/evm/query/ranges/planned-page.ts'
import { rangedChain } from '#lib/evm/query/ranges/ranged-chain.ts'
import { isLeftIn, readLeftOut } from '#lib/evm/query/spam/left-out.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { type StoredErc20Event, withTokenFields } from '#lib/evm/token/erc20-page.ts'
import { erc20EventRecord } from '#lib/evm/token/erc20-record.ts'
import { wholeAmount } from '#lib/format/amount.ts'
import type { CursorPlace } from '#lib/store/cursors.ts'
import type { transferEndpoints } from './contract.ts'
import { foundPlans, onlyOf } from './found-plans.ts'

const cent = usdScale / 100n

/**
 * Whether transfers are worth less than a cent at current prices: anyone sends such amounts to be in the list of a wallet. Tokens
 * without a price, and what the wallet sent itself, are no dust.
 */
const dustAmong = async (
  context: EvmQueryContext,
  chain: ServedChain,
  rows: readonly StoredErc20Event[],
  wallets: readonly string[],
): Promise<(row: StoredErc20Event) => boolean> => {
  const tokens = new Map(
    rows.flatMap(({ token_address, decimals }) =>
      decimals === null ? [] : [[toHex(token_address), { address: toHex(token_address), decimals }] as const],
    ),
  )
  const prices = await readPrices(context, chain, [...tokens.values()])
  return ({ token_address, from_address, value, decimals }) => {
    const price = prices?.tokens.get(toHex(token_address))
    if (!price || decimals === null || wallets.includes(toHex(from_address))) return false
    return (BigInt(value) * price.usd) / 10n ** BigInt(decimals) < cent
  }
}

/** ERC20 transfers that pass filters, newest first. */
export const foundErc20TransfersQuery =
  (context: EvmQueryContext): Service<typeof transferEndpoints>['evmErc20Transfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const least = await leastValue(context, chain, input)
    const list: FoundList<StoredErc20Event, ReturnType<typeof erc20EventRecord>> = {
      route: 'evmErc20Transfers',
      table: 'evm_erc20_transfers',
      joined: withTokenFields(chain.id),
      amount: 'value',
      conditions: least === undefined ? [] : [isAtLeast('t.value', least)],
      shownOf: async (rows) => {
        if (!input.hide_spam) return [...rows]
        const isDust = await dustAmong(context, chain, rows, input.wallet_addresses ?? [])
        return rows.filter((row) => !isDust(row))
      },
      recordsOf: async (rows) => {
        const marks = await marksOf(
          context,
          chain.id,
          rows.map(({ token_address }) => token_address),
        )
        return (row) => erc20EventRecord(row, marks)
      },
    }
    return await foundTransfers(context, chain, list, input, call)
  }

/** NFT transfers that pass filters, newest first. */
export const foundNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof transferEndpoints>['evmNftTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const list: FoundList<StoredNftTransfer, ReturnType<typeof nftTransferRecord>> = {
      route: 'evmNftTransfers',
      table: 'evm_nft_transfers',
      amount: 'amount',
      conditions: [],
      shownOf: async (rows) => [...rows],
      recordsOf: async (rows) => {
        const tokens = await shownTokens(context, chain.id, rows)
        return (row) => nftTransferRecord(row, 'decimal', tokens)
      },
    }
    return await foundTransfers(context, chain, list, input, call)
  }

type Erc20Input = Input<(typeof transferEndpoints)['evmErc20Transfers']>
type NftInput = Input<(typeof transferEndpoints)['evmNftTransfers']>

type Moved = { token_address: Uint8Array; block_number: number }

/** A list of transfers of one kind. */
type FoundList<Row extends Moved, Shown> = {
  route: 'evmErc20Transfers' | 'evmNftTransfers'
  table: PlacedTable
  joined?: Joined
  /** The column of the amount. */
  amount: 'value' | 'amount'
  /** Conditions on `t` besides the filters of both lists. */
  conditions: readonly RawBuilder<boolean>[]
  /** The rows of a page that are shown. */
  shownOf: (rows: readonly Row[]) => Promise<Row[]>
  /** How the rows of a page are shown. */
  recordsOf: (rows: readonly Row[]) => Promise<(row: Row) => Shown>
}

/** The cursor's key has the place of the last transfer examined, the lowest block, and the blocks that were requested. */
const foundTransfers = async <Row extends Moved, Shown>(
  context: EvmQueryContext,
  chain: ServedChain,
  { route, table, joined, amount, conditions, shownOf, recordsOf }: FoundList<Row, Shown>,
  { limit: requestedLimit, cursor: requestedCursor, chain: _, ...input }: Erc20Input | NftInput,
  call: CallContext | undefined,
): Promise<{ cursor: string | null; searched_to_block?: string; result: Shown[] }> => {
  const { db } = context.store
  const hidden = input.hide_spam ? [sql<boolean>`t.${sql.ref(amount)} <> '0'`, await isNoSpam(context, chain)] : []
  const plans = foundPlans(input, [...conditions, ...hidden])
  const binding = { route, filters: { chain: chain.id, ...input } }
  const opened = openCursor(context, requestedCursor, binding)
  const { limit, page } = opened ?? { limit: requestedLimit, page: 1 }
  const coverageThen = await context.coverage(chain, input.contract_addresses)
  const range = opened ? rangeOfKey(opened.key, table) : await firstRange(context, chain, input)
  const coverage = coverageThen(range.asked)
  call?.coveredBy?.(coverage)
  const { lowest, before } = range
  if (lowest === undefined || plans.length === 0) return { cursor: null, result: [] }

  const list = { table, ...(await rangedChain(context, chain)), floor: [lowest], before }
  const { rows, examinedTo } = await plannedPage<Row>(db, { list, plans, rows: limit + 1, joined })
  const read = rows.slice(0, limit)
  const last = read.at(-1)
  const end = rows.length > limit && last ? readPlace(table, last) : examinedTo
  const keyOf = (place: ListPlace) => [...place, lowest, ...requestedKey(range.asked, coverage, input)]
  const [shown, recordOf] = await Promise.all([shownOf(read), recordsOf(read)])
  const { shown: result, cursor } = shownPage<Row, Shown>(
    context,
    {
      rows: shown,
      limit,
      page,
      keyOf: (row) => keyOf(readPlace(table, row)),
      recordOf,
      examinedTo: end && keyOf(end),
    },
    binding,
  )
  const searchedTo = shown.length > result.length ? shown[result.length - 1]?.block_number : end?.[0]
  return { cursor, searched_to_block: String(searchedTo ?? lowest), result }
}

type Range = { lowest: number | undefined; before: ListPlace | undefined; asked: RequestedRange }

const firstRange = async (
  { store }: EvmQueryContext,
  chain: ServedChain,
  input: Pick<NftInput, 'from_block' | 'to_block' | 'from_date' | 'to_date'>,
): Promise<Range> => {
  const bounds = await resolveBounds(store.db, chain.id, input)
  const before = bounds?.highest === undefined ? undefined : [bounds.highest + 1]
  return { lowest: bounds?.lowest, before, asked: requestedBlocks(bounds, input) }
}

const rangeOfKey = (key: CursorPlace['key'], table: PlacedTable): Range => {
  const length = table === 'evm_nft_transfers' ? 3 : 2
  const [lowest, first, last] = key.slice(length)
  return { lowest: Number(lowest), before: key.slice(0, length).map(Number), asked: requestedFromKey(first, last) }
}

const isNoSpam = async (context: EvmQueryContext, chain: ServedChain): Promise<RawBuilder<boolean>> =>
  sql<boolean>`(1 = 1 ${isLeftIn(chain.id, await readLeftOut(context, chain.id))})`

/** The smallest amount in the token's smallest unit. @throws invalid_request if its token or its unit is not known */
const leastValue = async (
  { store }: EvmQueryContext,
  chain: ServedChain,
  { min_amount, contract_addresses }: Erc20Input,
): Promise<string | undefined> => {
  if (min_amount === undefined) return undefined
  const token = onlyOf('min_amount', 'contract_addresses', contract_addresses)
  const { decimals = null } = (await readTokenMetadata(store.db, chain.id, [token])).get(token) ?? {}
  if (decimals === null) throw badParameter('min_amount', 'requires a token whose decimals are known')
  const least = wholeAmount(min_amount, decimals)
  if (least === undefined)
    throw badParameter('min_amount', `has more decimal places than the token, which has ${decimals}`)
  return least
}
