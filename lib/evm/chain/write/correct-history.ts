import type { Transaction } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import { keepRows, type TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { contractKind } from '#lib/evm/chain/stored/contract-kind.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, intersectRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { addTokenRows } from './add-token-rows.ts'
import {
  addHeaders,
  type DeletedToken,
  deleteTokenRows,
  type HistoryPart,
  readHistoryIntervals,
  transferTables,
} from './append-history.ts'

type HistoryCorrection = HistoryPart & {
  /** Whether these are proven to be all logs of the range, so that stored rows of other logs are wrong and deleted. */
  isWhole: boolean
}

type Place = { block_number: number; log_index: number }

/**
 * Compares logs that were read again with the stored rows of a contract's backfill, in one transaction: adds missing
 * rows, deletes those proven wrong. Blocks outside the backfill are skipped. Returns how many logs differed.
 */
export const correctHistory = async (
  store: Store<EvmTables>,
  chain: number,
  { address, range, logs, headers, isWhole }: HistoryCorrection,
): Promise<number> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const own = intersectRanges([range], await readHistoryIntervals(transaction, chain, address))
    const covered = subtractRanges(own, await readIntervals(transaction, chain))
    const isCovered = (number: number) => covered.some(({ first, last }) => first <= number && number <= last)
    const token = { chain, token_address: toBytes(address) }

    const kind = await contractKind(transaction, chain, token.token_address)
    const rows = decodeTokens(
      chain,
      logs.filter(({ blockNumber }) => isCovered(blockNumber)),
      () => kind,
    )
    const stored = await storedPlaces(transaction, token, range)
    const found = new Map(placesOf(rows).map((place) => [placeKey(place), place]))
    const missing = [...found].filter(([key]) => !stored.has(key)).map(([, place]) => place)
    const wrong = isWhole
      ? [...stored].flatMap(([key, place]) => (isCovered(place.block_number) && !found.has(key) ? [place] : []))
      : []
    if (missing.length + wrong.length === 0) return 0

    const replaced = new Set(wrong.map(({ block_number }) => block_number))
    for (const number of replaced) await deleteTokenRows(store, transaction, token, { first: number, last: number })
    const missingKeys = new Set(missing.map(placeKey))
    const isFresh = (row: Place) => replaced.has(row.block_number) || missingKeys.has(placeKey(row))
    await addHeaders(
      transaction,
      headers
        .filter(({ number }) => isCovered(number))
        .map(({ number, hash, timestamp }) => ({ chain, number, timestamp, hash: toBytes(hash) })),
    )
    await addTokenRows(store, transaction, chain, { rows: keepRows(rows, isFresh) })
    await transaction
      .updateTable('evm_histories')
      .set((update) => ({ row_count: update('row_count', '+', missing.length - wrong.length) }))
      .where('chain', '=', chain)
      .where('address', '=', token.token_address)
      .execute()
    return missing.length + wrong.length
  })

/** In every table: a contract's kind, and with it the place of its rows, may change. */
const storedPlaces = async (
  transaction: Transaction<EvmTables>,
  { chain, token_address }: DeletedToken,
  { first, last }: BlockRange,
): Promise<Map<string, Place>> => {
  const places = new Map<string, Place>()
  for (const table of transferTables) {
    const rows = await transaction
      .selectFrom(table)
      .select(['block_number', 'log_index'])
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>=', first)
      .where('block_number', '<=', last)
      .execute()
    for (const row of rows) places.set(placeKey(row), row)
  }
  return places
}

const placesOf = ({ nftTransfers, erc20Transfers, erc20Approvals }: TokenRows): Place[] =>
  [...nftTransfers, ...erc20Transfers, ...erc20Approvals].map(({ block_number, log_index }) => ({
    block_number,
    log_index,
  }))

const placeKey = ({ block_number, log_index }: Place): string => `${block_number}.${log_index}`
