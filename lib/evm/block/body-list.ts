import type { CallContext } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import { readBodyIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { bodyCoverage } from '#lib/evm/query/coverage/trace-coverage.ts'
import { blockOf } from '#lib/evm/query/key-joins.ts'
import { type ChainList, type ChainRange, chainList, type ListInput } from '#lib/evm/query/ranges/chain-list.ts'
import { countBlocks, subtractRanges } from '#lib/indexing/intervals.ts'

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
