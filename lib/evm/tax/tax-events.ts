import { type Kysely, sql } from 'kysely'
import type { CallContext } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { HistoryTransaction } from '#lib/evm/api/records/wallet-history.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type AddressMarks, marksOf } from '#lib/evm/query/flags.ts'
import { readTokenMetadata } from '#lib/evm/query/token-metadata.ts'
import {
  type HistoryPositions,
  historyPositionKey,
  type TransactionPosition,
} from '#lib/evm/wallet/history-positions.ts'
import { historyRecord } from '#lib/evm/wallet/history-record.ts'
import { readMethods, transactionsAt, withSuspicions } from '#lib/evm/wallet/wallet-history.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { TaxMove } from './fold-moves.ts'
import { type PaidFee, readFees } from './transaction-fees.ts'

/** `token` is null for the coin, `tokenId` for all but NFTs. */
export type TaxAsset = { currency: string; decimals: number; token: string | null; tokenId: string | null }

/** What one transaction, or one payment of a block, changed for the wallet. */
export type TaxEvent = {
  block: number
  blockHash: Hex
  /** Unix seconds. */
  timestamp: number
  hash: string | null
  label: string
  description: string
  moves: TaxMove<TaxAsset>[]
  /** Only what the wallet paid. */
  fee: bigint
}

type Found = { chain: ServedChain; address: string; places: HistoryPositions; withSpam: boolean }

/** The transactions at these places as changes of the wallet, in their order. */
export const readTaxEvents = async (
  context: EvmQueryContext,
  { chain, address, places, withSpam }: Found,
  call: CallContext | undefined,
): Promise<TaxEvent[]> => {
  const { db } = context.store
  const rows = await transactionsAt(db, chain.id, places.positions)
  const [only] = places.positions
  const { erc20, nfts } = places.isCut && only ? await allTransfers(db, chain.id, address, only) : shownOf(places)
  const tokens = [...new Set([...erc20, ...nfts].map(({ token_address }) => toHex(token_address)))]
  const [metadata, marks, methodOf, traced, fees] = await Promise.all([
    readTokenMetadata(db, chain.id, tokens),
    marksOf(context, chain.id, tokens),
    readMethods(context, chain, rows, call),
    chain.keepsTraces ? readTraceIntervals(db, chain.id) : [],
    readFees(
      context,
      chain,
      rows.filter(({ from_address }) => toHex(from_address) === address),
      call?.signal,
    ),
  ])
  const internal = places.isCut && only ? await allInternal(db, chain.id, address, only) : places.internal
  const [erc20At, nftsAt, internalAt] = [
    Map.groupBy(erc20, historyPositionKey),
    Map.groupBy(nfts, historyPositionKey),
    Map.groupBy(internal, historyPositionKey),
  ]
  const records = rows.map((row) =>
    historyRecord(row, {
      ...{ wallet: address, chain, metadata, marks, method: methodOf(row) },
      erc20: erc20At.get(historyPositionKey(row)) ?? [],
      nfts: nftsAt.get(historyPositionKey(row)) ?? [],
      internal: internalAt.get(historyPositionKey(row)) ?? [],
      isCoinTraced: traced.some(({ first, last }) => first <= row.block_number && row.block_number <= last),
    }),
  )
  const judged = await withSuspicions(context, chain, { wallet: address, marks, records })
  return rows.flatMap((row, index) => {
    const record = judged[index]
    const event = record && taxEvent(row, record, { chain, address, marks, withSpam, paid: fees.get(row) })
    return event ?? []
  })
}

/** The transfers of the places themselves. */
const shownOf = ({ positions, erc20, nfts }: HistoryPositions): Pick<HistoryPositions, 'erc20' | 'nfts'> => {
  const shown = new Set(positions.map(historyPositionKey))
  const isShown = (row: TransactionPosition): boolean => shown.has(historyPositionKey(row))
  return { erc20: erc20.filter(isShown), nfts: nfts.filter(isShown) }
}

/** All of a transaction that moved more than a page reads, from the rows of its block. */
const allTransfers = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: string,
  { block_number, transaction_index }: TransactionPosition,
): Promise<{ erc20: Erc20TransferRow[]; nfts: NftTransferRow[] }> => {
  const own = toBytes(address)
  const read = async <Row>(table: 'evm_erc20_transfers' | 'evm_nft_transfers', order: string): Promise<Row[]> => {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}
      where chain = ${chain} and block_number = ${block_number} and transaction_index = ${transaction_index}
        and (from_address = ${own} or to_address = ${own})
      order by ${sql.raw(order)}`.execute(db)
    return rows
  }
  const [erc20, nfts] = await Promise.all([
    read<Erc20TransferRow>('evm_erc20_transfers', 'log_index'),
    read<NftTransferRow>('evm_nft_transfers', 'log_index, batch_index'),
  ])
  return { erc20, nfts }
}

const allInternal = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: string,
  { block_number, transaction_index }: TransactionPosition,
) =>
  await db
    .selectFrom('evm_internal_transfers')
    .selectAll()
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .where('block_number', '=', block_number)
    .where('transaction_index', '=', transaction_index)
    .orderBy('transfer_index')
    .execute()

type Seen = {
  chain: ServedChain
  address: string
  marks: AddressMarks
  withSpam: boolean
  /** Undefined if the wallet did not sign it. */
  paid: PaidFee | undefined
}

/** Undefined if it changed nothing for the wallet. */
const taxEvent = (row: StoredTransaction, record: HistoryTransaction, seen: Seen): TaxEvent | undefined => {
  const { paid } = seen
  const moves = movesOf(row, record, seen).filter(({ amount }) => amount !== 0n)
  const fee = paid?.fee ?? 0n
  if (moves.length === 0 && fee === 0n) return undefined
  const isFailed = row.status === 0
  return {
    block: row.block_number,
    blockHash: toHex(row.block_hash),
    timestamp: row.block_timestamp,
    hash: record.hash,
    label: isFailed ? 'failed' : record.category,
    description: [record.summary, paid?.omission].filter(Boolean).join('. '),
    moves,
    fee,
  }
}

const coinKey = 'coin'

export const coinOf = ({ symbol, decimals }: ServedChain): TaxAsset => ({
  ...{ currency: symbol, decimals, token: null, tokenId: null },
})

export const coinGain = (chain: ServedChain, amount: bigint): TaxMove<TaxAsset> => ({
  key: coinKey,
  asset: coinOf(chain),
  amount,
})

/** Arbitrum creates the value of a deposit for its receiver; the sender is an account of the chain below. */
const arbitrumDepositType = 0x64

const movesOf = (row: StoredTransaction, record: HistoryTransaction, seen: Seen): TaxMove<TaxAsset>[] => {
  const { chain, address, marks, withSpam, paid } = seen
  type Move = { direction: string; is_imitation?: boolean | null; possible_spam?: unknown }
  const isKept = ({ is_imitation, possible_spam }: Move): boolean =>
    withSpam || paid !== undefined || !(is_imitation === true || possible_spam === true)
  const signed = (direction: string, amount: string): bigint => {
    if (direction === 'self') return 0n
    return direction === 'incoming' ? BigInt(amount) : -BigInt(amount)
  }
  const isMinted = row.type === arbitrumDepositType
  const isCreated = row.contract_address !== null && toHex(row.contract_address) === address && row.status !== 0
  return [
    ...record.native_transfers.filter(isKept).map(({ direction, value, internal_transaction }) => {
      const isDeposit = isMinted && !internal_transaction
      const amount = isDeposit && direction !== 'incoming' ? depositedTo(row, address) : signed(direction, value)
      return coinGain(chain, amount)
    }),
    ...(isCreated ? [coinGain(chain, BigInt(row.value))] : []),
    ...(paid && paid.minted > 0n ? [coinGain(chain, paid.minted)] : []),
    ...record.erc20_transfers.filter(isKept).map((move) => ({
      key: move.address,
      asset: erc20Asset(move, marks),
      amount: signed(move.direction, move.value),
    })),
    ...record.nft_transfers.filter(isKept).map(({ token_address, token_id, direction, amount }) => ({
      key: `${token_address}/${token_id}`,
      asset: nftAsset(token_address, token_id),
      amount: signed(direction, amount),
    })),
  ]
}

const depositedTo = ({ to_address, value }: StoredTransaction, address: string): bigint =>
  to_address !== null && toHex(to_address) === address ? BigInt(value) : 0n

const symbolMax = 24
const addressShown = 10

/**
 * Importing products value a token by its symbol: one that imitates another token, or has no symbol, is named by its address too. Without
 * decimals, amounts are of the smallest unit.
 */
const erc20Asset = (
  { address, token_symbol, token_decimals }: HistoryTransaction['erc20_transfers'][number],
  marks: AddressMarks,
): TaxAsset => {
  const symbol = cutText((token_symbol ?? '').replaceAll(/\s+/g, ' ').trim(), symbolMax)
  const isNamedAlike = marks.ratingOf(address).rules.includes('look-alike') || marks.flags(address).possible_spam
  const short = address.slice(0, addressShown)
  const currency = symbol === '' ? short : isNamedAlike ? `${symbol}-${short}` : symbol
  const decimals = token_decimals === null ? 0 : Number(token_decimals)
  return { currency, decimals, token: address, tokenId: null }
}

const hashShown = 8

/** A name of its own for each NFT: importing products keep assets apart by their symbol. */
const nftAsset = (token: string, tokenId: string): TaxAsset => ({
  currency: `NFT-${toHex(tokenHash(toBytes(token), tokenId)).slice(2, 2 + hashShown)}`,
  decimals: 0,
  token,
  tokenId,
})
