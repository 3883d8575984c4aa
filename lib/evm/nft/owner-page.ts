import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { OwnedNft } from '#lib/evm/api/records/nfts.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { countedMax, totalShown } from '#lib/evm/query/totals.ts'
import type { CursorBinding, CursorPlace } from '#lib/store/cursors.ts'
import { countOwnedTokens, ownedTokens } from './owned-tokens.ts'
import type { OwnedToken, OwnerList } from './owner-list.ts'
import { ownersAsOf } from './owners-as-of.ts'

type PageInput = { limit: number; cursor?: string; disable_total: boolean }

type OwnerPage = {
  total: number | null
  page: number
  page_size: number
  cursor: string | null
  result: OwnedNft[]
}

/** What the list shows of its rows: of all, or of the first `shownMax`. */
export type DescribeOwned = (
  rows: readonly OwnedToken[],
) => Promise<{ recordOf: (row: OwnedToken) => OwnedNft; shownMax: number }>

/** A page of the owners of a contract or the NFTs of a wallet. All pages show the list as of page 1, whatever arrives in between. */
export const ownerPage = async (
  context: EvmQueryContext,
  list: OwnerList,
  input: PageInput,
  { binding, describe }: { binding: CursorBinding; describe: DescribeOwned },
): Promise<OwnerPage> => {
  const place = openCursor(context, input.cursor, binding)
  const { limit, page } = place ?? { limit: input.limit, page: 1 }
  const { db } = context.store
  const [{ rows, snapshot }, counted] = await Promise.all([
    place ? laterRows(context, list, place) : firstRows(context, list, limit),
    place ? place.total : input.disable_total ? null : countOwnedTokens(db, list, countedMax),
  ])
  const keyOf = ({ changed_block, changed_log, changed_batch, owner }: OwnedToken) => [
    changed_block,
    changed_log,
    changed_batch,
    toHex(owner),
    snapshot,
  ]
  const described = await describe(rows.slice(0, limit))
  const { shown: result, cursor } = shownPage(
    context,
    { rows, limit, page, total: counted, keyOf, ...described },
    binding,
  )
  const total = totalShown(counted, { cursor, limit, page, shown: result.length })
  return { total, page, page_size: limit, cursor, result }
}

type Rows = { rows: OwnedToken[]; snapshot: number }

/** The newest block is read in the same statement as the rows: they are as of that block. */
const firstRows = async ({ store }: EvmQueryContext, list: OwnerList, limit: number): Promise<Rows> => {
  const rows = await ownedTokens(store.db, list, undefined, limit + 1)
  return { rows, snapshot: rows[0]?.newest ?? 0 }
}

const laterRows = async ({ store }: EvmQueryContext, list: OwnerList, { key, limit }: CursorPlace): Promise<Rows> => {
  const [block, log, batch, owner, snapshot] = key
  const before = {
    changed_block: Number(block),
    changed_log: Number(log),
    changed_batch: Number(batch),
    owner: toBytes(String(owner)),
  }
  return {
    rows: await ownersAsOf(store.db, list, Number(snapshot), { before, rows: limit + 1 }),
    snapshot: Number(snapshot),
  }
}
