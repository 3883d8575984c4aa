import { type RawBuilder, sql } from 'kysely'
import type { Coverage, RequestedRange } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type BlockBounds, type BoundParameters, requestedBlocks, resolveBounds } from './block-bounds.ts'
import { type EvmQueryContext, openCursor, shownPage } from './context.ts'

export type ListInput = BoundParameters & { chain?: string; cursor?: string; limit: number }

/** The rows of a page: within the bounds and below the place where the page before it ended. */
export type ChainRange = {
  chain: number
  bounds: BlockBounds
  after: readonly number[] | undefined
  /** Maximum number of rows. */
  rows: number
}

export type ChainList<Row, Item> = {
  route: string
  /** Decides which blocks the answer is complete of; those of the index unless set. */
  coverage?: (context: EvmQueryContext, chain: ServedChain) => Promise<(blocks: RequestedRange) => Coverage>
  /** In descending order of `placeOf`. */
  read: (context: EvmQueryContext, range: ChainRange) => Promise<readonly Row[]>
  /** The place of a row: its block, and its positions in it. */
  placeOf: (row: Row) => number[]
  recordOf: (row: Row, labelOf: LabelOf) => Item
}

/** A list of a whole chain, or of a part of its blocks, newest first. */
export const chainList =
  <Row, Item>(
    context: EvmQueryContext,
    { route, coverage = (_, chain) => context.coverage(chain), read, placeOf, recordOf }: ChainList<Row, Item>,
  ) =>
  async (input: ListInput, call?: CallContext): Promise<{ cursor: string | null; result: Item[] }> => {
    const chain = context.served.resolve(input.chain)
    const coverageThen = await coverage(context, chain)
    const { from_block, to_block, from_date, to_date } = input
    const asked = { from_block, to_block, from_date, to_date }
    const binding = { route, filters: { chain: chain.id, ...asked } }
    const position = openCursor(context, input.cursor, binding)
    const { limit, page } = position ?? { limit: input.limit, page: 1 }
    const bounds = await resolveBounds(context.store.db, chain.id, asked)
    call?.coveredBy?.(coverageThen(requestedBlocks(bounds, asked)))
    if (!bounds) return { cursor: null, result: [] }
    const rows = await read(context, { chain: chain.id, bounds, after: position?.key.map(Number), rows: limit + 1 })
    const labelOf = labelsOn(context.known, chain.id)
    const { shown, cursor } = shownPage(
      context,
      { rows, limit, page, keyOf: placeOf, recordOf: (row) => recordOf(row, labelOf) },
      binding,
    )
    return { cursor, result: shown }
  }

/** The condition of such a page on the columns of a place, of which the first is the block. */
export const inRange = (
  columns: readonly [string, ...string[]],
  { bounds: { lowest, highest }, after }: ChainRange,
): RawBuilder<boolean> => {
  const end = after ?? (highest === undefined ? undefined : columns.map((_, index) => (index === 0 ? highest + 1 : 0)))
  const above = sql<boolean>`${sql.ref(columns[0])} >= ${lowest}`
  if (!end) return above
  return sql`${above} and (${sql.join(columns.map((column) => sql.ref(column)))}) < (${sql.join(end)})`
}
