import { type RawBuilder, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { InBlock } from '#lib/evm/chain/decode/records.ts'
import type { TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { ActionCall, ActionInput } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, queryTimeout } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { functionNames } from '#lib/evm/etherscan/kit/function-names.ts'
import { type ListWindow, spanOf, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { examinedMax } from '#lib/evm/etherscan/kit/row-budget.ts'
import { confirmationsOf, hexText, methodIdOf } from '#lib/evm/etherscan/kit/text.ts'
import { withoutWrappings } from '#lib/evm/etherscan/kit/wrappings.ts'
import { firstPlaces, hasOneOf, plansOf, type RangeCondition, type RangePlan } from '#lib/evm/query/merged-ranges.ts'
import { candidatesMax, type Joined, plannedPage } from '#lib/evm/query/planned-page.ts'
import { type ListPosition, nextPosition, rangedChain, readPosition } from '#lib/evm/query/ranged-chain.ts'
import { readTokenMetadata, type TokenMetadata } from '#lib/evm/query/token-metadata.ts'
import type { addressActions } from './actions.ts'
import { readSides, type Sides } from './sides.ts'

type TransferInput = ActionInput<(typeof addressActions)['tokentx']>

/** What a row has of its transaction; null where only its logs were read. */
type OfTransaction = {
  [Name in 'nonce' | 'gas' | 'gas_price' | 'gas_used' | 'cumulative_gas_used']: TransactionRow[Name] | null
} & { called: Uint8Array | null; called_input: Uint8Array | null }

type Erc20Joined = Erc20TransferRow & InBlock & OfTransaction
type NftJoined = NftTransferRow & InBlock & OfTransaction

type TransferKind<Row> = {
  table: 'evm_erc20_transfers' | 'evm_nft_transfers'
  /** Which rows `t` of the table are of this kind. */
  filters: (chain: number) => RawBuilder<boolean>[]
  fields: (row: Row, token: TokenMetadata | undefined) => Record<string, string>
}

const erc20: TransferKind<Erc20Joined> = {
  table: 'evm_erc20_transfers',
  filters: withoutWrappings,
  fields: (row, token) => ({ value: row.value, tokenDecimal: decimalsText(token) }),
}
const erc721: TransferKind<NftJoined> = {
  table: 'evm_nft_transfers',
  filters: () => [sql<boolean>`t.standard in (0, 721)`],
  fields: (row) => ({ tokenID: row.token_id, tokenDecimal: '0' }),
}
const erc1155: TransferKind<NftJoined> = {
  table: 'evm_nft_transfers',
  filters: () => [sql<boolean>`t.standard = 1155`],
  fields: (row) => ({ tokenID: row.token_id, tokenValue: row.amount }),
}

const decimalsText = (token: TokenMetadata | undefined): string =>
  token?.decimals === null || token?.decimals === undefined ? '' : String(token.decimals)

export const listedErc20 = (input: TransferInput, call: ActionCall) => transferList(input, call, erc20)
export const listedErc721 = (input: TransferInput, call: ActionCall) => transferList(input, call, erc721)
export const listedErc1155 = (input: TransferInput, call: ActionCall) => transferList(input, call, erc1155)

const transferList = async <Row extends Erc20Joined | NftJoined>(
  input: TransferInput,
  call: ActionCall,
  kind: TransferKind<Row>,
): Promise<EtherscanAnswer> => {
  const conditions = conditionsOf(readSides(input), input.contractaddress)
  if (conditions.length === 0) throw etherscanFault('Missing parameter address')
  const window = windowOf(input)
  const span = await requireCovered(call, spanOf(input))
  const query = { conditions, first: span.first, last: span.last, isAscending: input.sort === 'asc' }
  const rows = await readTransfers(call, kind, query, window)
  if (rows === undefined) return queryTimeout
  const tokens = [...new Set(rows.map(({ token_address }) => toHex(token_address)))]
  const metadata = await readTokenMetadata(call.context.store.db, call.chain.id, tokens)
  const nameOf = await functionNames(call, rows.map(calledBy))
  return listed(
    rows.map((row) => {
      const contractAddress = toHex(row.token_address)
      const token = metadata.get(contractAddress)
      return {
        blockNumber: String(row.block_number),
        timeStamp: String(row.block_timestamp),
        hash: toHex(row.transaction_hash),
        nonce: row.nonce,
        blockHash: toHex(row.block_hash),
        from: toHex(row.from_address),
        contractAddress,
        to: toHex(row.to_address),
        ...kind.fields(row, token),
        tokenName: token?.name ?? '',
        tokenSymbol: token?.symbol ?? '',
        transactionIndex: String(row.transaction_index),
        gas: row.gas,
        gasPrice: row.gas_price,
        gasUsed: row.gas_used,
        cumulativeGasUsed: row.cumulative_gas_used,
        input: 'deprecated',
        methodId: methodIdOf(hexText(row.called_input)),
        functionName: nameOf(calledBy(row)),
        confirmations: confirmationsOf(row.block_number, span.head),
      }
    }),
  )
}

const calledBy = (row: Erc20Joined | NftJoined) => ({
  to: hexText(row.called),
  input: hexText(row.called_input),
  block: row.block_number,
})

const conditionsOf = (sides: Sides | undefined, token: Hex | undefined): RangeCondition[] => [
  ...(sides ? ofSides(sides) : []),
  ...(token === undefined ? [] : [hasOneOf(['token_address'], [toBytes(token)])]),
]

const ofSides = (sides: Sides): RangeCondition[] => {
  if (sides.kind === 'address') return [hasOneOf(['from_address', 'to_address'], [toBytes(sides.address)])]
  const { from, to } = sides
  const each = [
    ...(from === undefined ? [] : [hasOneOf(['from_address'], [toBytes(from)])]),
    ...(to === undefined ? [] : [hasOneOf(['to_address'], [toBytes(to)])]),
  ]
  if (sides.kind === 'and') return each
  const filters = each.map(({ filter }) => filter)
  return [{ ranges: each.flatMap(({ ranges }) => ranges), filter: sql<boolean>`(${sql.join(filters, sql` or `)})` }]
}

/** Of calldata, the start is enough to name the function. */
const calldataBytes = 4_096

const withTransaction = (chain: number): Joined => ({
  columns: sql`x.nonce, x.gas, x.gas_price, x.gas_used, x.cumulative_gas_used, x.to_address as called,
    substr(x.input, 1, ${sql.lit(calldataBytes)}) as called_input`,
  joins: sql`left join evm_transactions as x on x.chain = ${chain} and x.block_number = t.block_number
    and x.transaction_index = t.transaction_index`,
})

const rowsAtOnce = 500

type TransferQuery = {
  conditions: readonly RangeCondition[]
  first: number
  last: number
  isAscending: boolean
}

/** The rows of the window; undefined if too much would have to be examined. */
const readTransfers = async <Row extends Erc20Joined | NftJoined>(
  { context, chain, signal }: ActionCall,
  { table, filters }: TransferKind<Row>,
  { conditions, first, last, isAscending }: TransferQuery,
  { skip, rows: wanted }: ListWindow,
): Promise<Row[] | undefined> => {
  const { db } = context.store
  const plans = plansOf(conditions, filters(chain.id))
  const ranged = await rangedChain(context, chain)
  let part = { floor: [first] as ListPosition, before: [last + 1] as ListPosition | undefined }
  const start = await indexedStart(plans, skip, (ranges) =>
    firstPlaces(db, { table, chain: chain.id, ranges, ...part, isAscending }, skip),
  )
  if (start === 'beyond the list') return []
  if (start) part = after(part, start, isAscending)
  let left = start ? 0 : skip
  const taken: Row[] = []
  for (let examined = 0; taken.length < wanted && examined <= examinedMax; ) {
    signal.throwIfAborted()
    const list = { table, ...ranged, ...part, isAscending }
    const page = await plannedPage<Row>(db, { list, plans, rows: rowsAtOnce, joined: withTransaction(chain.id) })
    const whole = page.rows.filter(({ gas_used }) => gas_used !== null)
    taken.push(...whole.slice(left))
    left = Math.max(0, left - whole.length)
    const lastRow = page.rows.at(-1)
    const isFull = page.rows.length === rowsAtOnce
    const end = isFull && lastRow ? readPosition(table, lastRow) : page.examinedTo
    if (!end) return taken.slice(0, wanted)
    if (!isFull) examined += candidatesMax
    part = after(part, end, isAscending)
  }
  return taken.length < wanted ? undefined : taken.slice(0, wanted)
}

/** The last place before the window, where an index alone has the list; undefined otherwise, or for the first page. */
const indexedStart = async (
  plans: readonly RangePlan[],
  skip: number,
  read: (ranges: RangePlan['ranges']) => Promise<ListPosition[]>,
): Promise<ListPosition | 'beyond the list' | undefined> => {
  const [only] = plans
  if (skip === 0 || plans.length !== 1 || !only || only.filters.length > 0) return undefined
  return (await read(only.ranges))[skip - 1] ?? 'beyond the list'
}

type Part = { floor: ListPosition; before: ListPosition | undefined }

const after = ({ floor, before }: Part, position: ListPosition, isAscending: boolean): Part =>
  isAscending ? { floor: nextPosition(position), before } : { floor, before: position }
