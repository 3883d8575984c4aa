import { type RawBuilder, sql } from 'kysely'
import type { RequestedRange } from '#lib/api/coverage.ts'
import type { CallContext, Input, Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { transferDealing } from '#lib/evm/api/format/transfer-dealing.ts'
import type { Erc20Event } from '#lib/evm/api/records/erc20.ts'
import type { NftTransfer } from '#lib/evm/api/records/nfts.ts'
import type { SuspicionFields } from '#lib/evm/api/records/suspicion.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { StoredNftTransfer } from '#lib/evm/nft/block-nft-transfers.ts'
import { nftTransferRecord, shownTokens } from '#lib/evm/nft/nft-transfer-record.ts'
import { requestedBlocks, requestedFromKey, requestedKey, resolveBounds } from '#lib/evm/query/block-bounds.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { type AddressMarks, marksOf } from '#lib/evm/query/flags.ts'
import { isAtLeast } from '#lib/evm/query/is-at-least.ts'
import { readWalletEvidence, signedDealing } from '#lib/evm/query/known-dealings.ts'
import { isLeftIn, readLeftOut } from '#lib/evm/query/left-out.ts'
import { type Joined, plannedPage } from '#lib/evm/query/planned-page.ts'
import { type ListPosition, type PlacedTable, rangedChain, readPosition } from '#lib/evm/query/ranged-chain.ts'
import { dustIn, suspicionFieldsOf } from '#lib/evm/query/suspicions.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import { type Prices, pricesInTime, readPrices } from '#lib/evm/query/token-prices.ts'
import { erc20EventRecord, type StoredErc20Event, withTokenFields } from '#lib/evm/token/erc20-plans.ts'
import { wholeAmount } from '#lib/format/amount.ts'
import type { Dealing } from '#lib/format/look-alike.ts'
import type { CursorPosition } from '#lib/store/cursors.ts'
import type { transferEndpoints } from './contract.ts'
import { foundPlans, onlyOf } from './found-plans.ts'

/** The prices of tokens in a page: those that decide which rows are hidden are waited for. */
const pricesOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  rows: readonly StoredErc20Event[],
  isHiding: boolean,
): Promise<Prices | null> => {
  const tokens = new Map(
    rows.flatMap(({ token_address, decimals }) =>
      decimals === null ? [] : [[toHex(token_address), { address: toHex(token_address), decimals }] as const],
    ),
  )
  const asked = [...tokens.values()]
  return isHiding ? await readPrices(context, chain, asked) : await pricesInTime(context, chain, asked)
}

/** ERC20 transfers that pass filters, newest first. */
export const foundErc20TransfersQuery =
  (context: EvmQueryContext): Service<typeof transferEndpoints>['evmErc20Transfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const least = await leastValue(context, chain, input)
    const list: FoundList<StoredErc20Event, Erc20Event> = {
      route: 'evmErc20Transfers',
      table: 'evm_erc20_transfers',
      joined: withTokenFields(chain.id),
      amount: 'value',
      amountOf: ({ value }) => value,
      conditions: least === undefined ? [] : [isAtLeast('t.value', least)],
      withDust: async (rows) => {
        const dust = dustIn(await pricesOf(context, chain, rows, input.hide_spam === true))
        const wallets = input.wallet_addresses ?? []
        return rows.map((row) => ({ row, isDust: dust(movedBy(row, wallets)) }))
      },
      recordsOf: async (_, marks) => (row) => erc20EventRecord(row, marks),
    }
    return await foundTransfers(context, chain, list, input, call)
  }

const movedBy = (row: StoredErc20Event, wallets: readonly string[]) => ({
  token: toHex(row.token_address),
  decimals: row.decimals,
  value: row.value,
  isSent: wallets.includes(toHex(row.from_address)),
})

/** NFT transfers that pass filters, newest first. */
export const foundNftTransfersQuery =
  (context: EvmQueryContext): Service<typeof transferEndpoints>['evmNftTransfers'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const list: FoundList<StoredNftTransfer, NftTransfer> = {
      route: 'evmNftTransfers',
      table: 'evm_nft_transfers',
      amount: 'amount',
      amountOf: ({ amount }) => amount,
      conditions: [],
      withDust: async (rows) => rows.map((row) => ({ row, isDust: null })),
      recordsOf: async (rows) => {
        const tokens = await shownTokens(context, chain.id, rows)
        return (row) => nftTransferRecord(row, 'decimal', tokens)
      },
    }
    return await foundTransfers(context, chain, list, input, call)
  }

type Erc20Input = Input<(typeof transferEndpoints)['evmErc20Transfers']>
type NftInput = Input<(typeof transferEndpoints)['evmNftTransfers']>

type Moved = Pick<
  Erc20TransferRow,
  'token_address' | 'block_number' | 'transaction_index' | 'log_index' | 'from_address' | 'to_address'
>

/** A list of transfers of one kind. */
type FoundList<Row extends Moved, Shown> = {
  route: 'evmErc20Transfers' | 'evmNftTransfers'
  table: PlacedTable
  joined?: Joined
  /** The column of the amount. */
  amount: 'value' | 'amount'
  amountOf: (row: Row) => string
  /** Conditions on `t` besides the filters of both lists. */
  conditions: readonly RawBuilder<boolean>[]
  /** Whether rows are worth next to nothing; null where that is not known. */
  withDust: (rows: readonly Row[]) => Promise<{ row: Row; isDust: boolean | null }[]>
  /** How the rows of a page are shown. */
  recordsOf: (rows: readonly Row[], marks: AddressMarks) => Promise<(row: Row) => Shown>
}

/** The cursor's key has the place of the last transfer examined, the lowest block, and the blocks that were requested. */
const foundTransfers = async <Row extends Moved, Shown>(
  context: EvmQueryContext,
  chain: ServedChain,
  list: FoundList<Row, Shown>,
  { limit: requestedLimit, cursor: requestedCursor, chain: _, ...input }: Erc20Input | NftInput,
  call: CallContext | undefined,
): Promise<{ cursor: string | null; searched_to_block?: string; result: (Shown & SuspicionFields)[] }> => {
  const { route, table, joined, amount, conditions, withDust, recordsOf } = list
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

  const ranged = { table, ...(await rangedChain(context, chain)), floor: [lowest], before }
  const { rows, examinedTo } = await plannedPage<Row>(db, { list: ranged, plans, rows: limit + 1, joined })
  const read = rows.slice(0, limit)
  const last = read.at(-1)
  const end = rows.length > limit && last ? readPosition(table, last) : examinedTo
  const keyOf = (position: ListPosition) => [...position, lowest, ...requestedKey(range.asked, coverage, input)]
  const [valued, marks] = await Promise.all([
    withDust(read),
    marksOf(
      context,
      chain.id,
      read.map(({ token_address }) => token_address),
    ),
  ])
  const recordOf = await recordsOf(read, marks)
  const shown = valued.filter(({ isDust }) => !(input.hide_spam && isDust))
  const flagsOf = await suspicionsOf(context, chain, { list, marks, wallets: input.wallet_addresses ?? [], rows: read })
  const { shown: result, cursor } = shownPage<(typeof shown)[number], Shown & SuspicionFields>(
    context,
    {
      rows: shown,
      limit,
      page,
      keyOf: ({ row }) => keyOf(readPosition(table, row)),
      recordOf: ({ row, isDust }) => ({ ...recordOf(row), ...flagsOf(row, isDust) }),
      examinedTo: end && keyOf(end),
    },
    binding,
  )
  const searchedTo = shown.length > result.length ? shown[result.length - 1]?.row.block_number : end?.[0]
  return { cursor, searched_to_block: String(searchedTo ?? lowest), result }
}

type Listed<Row extends Moved> = {
  list: FoundList<Row, unknown>
  marks: AddressMarks
  wallets: readonly string[]
  rows: readonly Row[]
}

/** The flags of rows, from the point of view of the only wallet. */
const suspicionsOf = async <Row extends Moved>(
  context: EvmQueryContext,
  chain: ServedChain,
  { list, marks, wallets, rows }: Listed<Row>,
): Promise<(row: Row, isDust: boolean | null) => SuspicionFields> => {
  const [wallet = '', ...others] = wallets
  const hasOne = wallet !== '' && others.length === 0
  const dealingOf = (row: Row): Dealing =>
    transferDealing(
      {
        from: { address: toHex(row.from_address) },
        to: { address: toHex(row.to_address) },
        amount: list.amountOf(row),
        isSpam: marks.flags(toHex(row.token_address)).possible_spam,
      },
      wallet,
    )
  const [newest] = rows
  const evidence =
    hasOne && newest
      ? await readWalletEvidence(context, chain, {
          wallet,
          newestBlock: newest.block_number,
          rows: rows.map((row) => ({
            place: [row.block_number, row.transaction_index, row.log_index],
            dealing: signedDealing(dealingOf(row), false),
          })),
        })
      : undefined
  return (row, isDust) =>
    suspicionFieldsOf(evidence, {
      ...{ dealing: dealingOf(row), amount: list.amountOf(row), isDust },
      rules: marks.ratingOf(toHex(row.token_address)).rules,
    })
}

type Range = { lowest: number | undefined; before: ListPosition | undefined; asked: RequestedRange }

const firstRange = async (
  { store }: EvmQueryContext,
  chain: ServedChain,
  input: Pick<NftInput, 'from_block' | 'to_block' | 'from_date' | 'to_date'>,
): Promise<Range> => {
  const bounds = await resolveBounds(store.db, chain.id, input)
  const before = bounds?.highest === undefined ? undefined : [bounds.highest + 1]
  return { lowest: bounds?.lowest, before, asked: requestedBlocks(bounds, input) }
}

const rangeOfKey = (key: CursorPosition['key'], table: PlacedTable): Range => {
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
