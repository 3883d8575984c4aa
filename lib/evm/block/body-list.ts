import type { Kysely } from 'kysely'
import type { CallContext, Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { transactionRow, unpackedHashes } from '#lib/evm/chain/decode/block-rows.ts'
import { type InBlock, timestampText, transactionRecord } from '#lib/evm/chain/decode/records.ts'
import { readBodyIntervals, readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { BlockRow, EvmTables, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type ChainList, type ChainRange, chainList, inRange, type ListInput } from '#lib/evm/query/chain-list.ts'
import { type EvmQueryContext, openCursor, shownPage } from '#lib/evm/query/context.ts'
import { bodyCoverage } from '#lib/evm/query/evm-coverage.ts'
import { knownBlock } from '#lib/evm/query/find-block.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'
import { coverageOfBlock } from '#lib/evm/query/report-coverage.ts'
import { countBlocks, subtractRanges } from '#lib/indexing/intervals.ts'
import type { blockEndpoints } from './contract.ts'
import type { bodyListEndpoints } from './lists-contract.ts'

/** A list of what bodies of blocks have: complete only of the blocks that are stored with their bodies. */
export const bodyList = <Row, Item>(context: EvmQueryContext, definition: ChainList<Row, Item>) => {
  const { db } = context.store
  const list = chainList(context, {
    ...definition,
    coverage: bodyCoverage,
  })
  return async (input: ListInput, call?: CallContext) => {
    const { id } = context.served.resolve(input.chain)
    const left = subtractRanges(await readIntervals(db, id), await readBodyIntervals(db, id))
    return { blocks_left: countBlocks(left), ...(await list(input, call)) }
  }
}

/** Reads a page of what blocks have of one kind, each with its position in its block; the last of a block comes first. */
export const readPacked =
  <Item>(table: 'evm_withdrawals' | 'evm_uncles', unpack: (packed: Uint8Array) => readonly Item[]) =>
  async ({ store: { db } }: EvmQueryContext, { chain, bounds, after, rows: countMax }: ChainRange) => {
    const [lastBlock, lastPosition = 0] = after ?? []
    const highest = lastBlock ?? bounds.highest
    // The page first: PostgreSQL would join all newer blocks by merging.
    const page = db
      .selectFrom(table)
      .select(['block_number', 'packed'])
      .where('chain', '=', chain)
      .where('block_number', '>=', bounds.lowest)
      .$if(highest !== undefined, (query) => query.where('block_number', '<=', highest ?? 0))
      .orderBy('block_number', 'desc')
      // Each has at least one, except that the place's own may have none left.
      .limit(countMax + 1)
      .as('p')
    const blocks = await db
      .selectFrom(page)
      .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain, 'p')))
      .select(['p.block_number', 'p.packed', 'b.hash as block_hash', 'b.timestamp as block_timestamp', 'b.miner'])
      .execute()
    return blocks
      .sort((a, b) => b.block_number - a.block_number)
      .flatMap(({ packed, ...block }) =>
        unpack(packed)
          .map((item, position) => ({ ...block, item, position }))
          .reverse(),
      )
      .filter(({ block_number, position }) => block_number !== lastBlock || position < lastPosition)
      .slice(0, countMax)
  }

/** The fields of its block in a record. */
export const inBlock = (row: { block_number: number; block_hash: Uint8Array; block_timestamp: number }) => ({
  block_number: String(row.block_number),
  block_hash: toHex(row.block_hash),
  block_timestamp: timestampText(row.block_timestamp),
})

const read = readPacked('evm_uncles', unpackedHashes)

/** The uncles that blocks of a chain include, newest first. */
export const unclesQuery = (context: EvmQueryContext): Service<typeof bodyListEndpoints>['evmUncles'] =>
  bodyList(context, {
    route: 'evmUncles',
    read,
    placeOf: ({ block_number, position }) => [block_number, position],
    recordOf: ({ item, position, miner, ...row }, labelOf) => ({
      uncle_hash: item,
      position,
      ...inBlock(row),
      miner: toHex(miner),
      miner_label: labelOf(toHex(miner)),
    }),
  })

/** EIP-4844. */
const gasPerBlob = 131_072n

/** The transactions with blobs of a chain, newest first. */
export const blobTransactionsQuery = (
  context: EvmQueryContext,
): Service<typeof bodyListEndpoints>['evmBlobTransactions'] =>
  bodyList(context, {
    route: 'evmBlobTransactions',
    read: ({ store: { db } }, range) =>
      db
        .selectFrom((from) =>
          from
            .selectFrom('evm_blob_transactions')
            .select(['block_number', 'transaction_index', 'max_fee_per_blob_gas', 'blob_gas_price', 'hashes'])
            .where('chain', '=', range.chain)
            .where(inRange(['block_number', 'transaction_index'], range))
            .orderBy('block_number', 'desc')
            .orderBy('transaction_index', 'desc')
            .limit(range.rows)
            .as('page'),
        )
        .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(range.chain, 'page')))
        .innerJoin('evm_blocks as b', (join) => join.on(blockOf(range.chain, 'page')))
        .selectAll('page')
        .select(['t.hash', 't.from_address', 't.to_address', 'b.hash as block_hash', 'b.timestamp as block_timestamp'])
        .orderBy('page.block_number', 'desc')
        .orderBy('page.transaction_index', 'desc')
        .execute(),
    placeOf: ({ block_number, transaction_index }) => [block_number, transaction_index],
    recordOf: (row, labelOf) => {
      const from = toHex(row.from_address)
      const to = row.to_address && toHex(row.to_address)
      const hashes = unpackedHashes(row.hashes)
      return {
        hash: toHex(row.hash),
        from_address: from,
        from_address_label: labelOf(from),
        to_address: to,
        to_address_label: to && labelOf(to),
        blob_count: hashes.length,
        versioned_hashes: hashes,
        blob_gas_used: String(gasPerBlob * BigInt(hashes.length)),
        blob_gas_price: row.blob_gas_price,
        max_fee_per_blob_gas: row.max_fee_per_blob_gas,
        ...inBlock(row),
      }
    },
  })

/** The transactions of one block in execution order. The cursor contains the block's hash: a reorg ends the list. */
export const blockTransactionsQuery =
  (context: EvmQueryContext): Service<typeof blockEndpoints>['evmBlockTransactions'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const binding = {
      route: 'evmBlockTransactions',
      filters: { chain: chain.id, block: input.block_number_or_hash },
    }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const after = position ? Number(position.key[1]) : (input.from_index ?? 0) - 1

    const found = await knownBlock(context, chain, input.block_number_or_hash, call?.signal)
    call?.coveredBy?.(coverageOfBlock(('stored' in found ? found.stored : found.fetched).number))
    const hash = 'stored' in found ? toHex(found.stored.hash) : found.fetched.hash
    if (position && position.key[0] !== hash)
      throw badParameter('cursor', 'belongs to a block that was removed by a reorg: start again without it')
    const rows =
      'stored' in found
        ? await transactionsAfter(context.store.db, found.stored, after, limit + 1)
        : found.fetched.transactions
            .filter(({ index }) => index > after)
            .slice(0, limit + 1)
            .map((transaction) => transactionRow(chain.id, found.fetched.number, transaction))
    const keyOf = ({ transaction_index }: TransactionRow) => [hash, transaction_index]
    const { shown, cursor } = shownPage(context, { rows, limit, page, keyOf }, binding)
    const inBlock: InBlock = {
      block_hash: toBytes(hash),
      block_timestamp: 'stored' in found ? found.stored.timestamp : found.fetched.timestamp,
    }
    const labelOf = labelsOn(context.known, chain.id)
    return { cursor, result: shown.map((row) => transactionRecord({ ...row, ...inBlock }, labelOf)) }
  }

/** Joined with the block by its hash: a block that was replaced between the two reads has no transactions. */
const transactionsAfter = (
  db: Kysely<EvmTables>,
  { chain, number, hash }: BlockRow,
  after: number,
  rows: number,
): Promise<TransactionRow[]> =>
  db
    .selectFrom('evm_transactions as t')
    .innerJoin('evm_blocks as b', (join) => join.on('b.chain', '=', chain).on('b.number', '=', number))
    .selectAll('t')
    .where('b.hash', '=', hash)
    .where('t.chain', '=', chain)
    .where('t.block_number', '=', number)
    .where('t.transaction_index', '>', after)
    .orderBy('t.transaction_index')
    .limit(rows)
    .execute()
