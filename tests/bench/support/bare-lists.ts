import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { chain } from './transfer-world.ts'

/** Places, highest first; undefined from the top. */
export type Before = readonly (number | Uint8Array)[] | undefined
type Row = Record<string, unknown>
type Db = Kysely<EvmTables>

const rowsOfPage = 101

const inBlock = sql`b.hash as block_hash, b.timestamp as block_timestamp`
const withBlock = sql`join evm_blocks b on b.chain = ${chain} and b.number = page.block_number`
const nftPlace = sql.raw('block_number, log_index, batch_index')
const nftOrder = sql.raw('block_number desc, log_index desc, batch_index desc')
const below = (columns: RawBuilder<unknown>, before: Before) =>
  before ? sql`and (${columns}) < (${sql.join(before)})` : sql``

const rowsOf = async (db: Db, query: RawBuilder<unknown>): Promise<Row[]> => (await query.execute(db)).rows as Row[]

/*
 * The plain statement of each list's page, nothing around it: the floor that the service is held against. Rows are those of
 * the page and the one after it.
 */

export const bareWalletNftTransfers = (db: Db, wallet: Uint8Array, before: Before): Promise<Row[]> => {
  const side = (column: string) => sql`select * from (
    select * from evm_nft_transfers where chain = ${chain} and ${sql.ref(column)} = ${wallet} ${below(nftPlace, before)}
    order by ${nftOrder} limit ${rowsOfPage}) as ${sql.ref(`of_${column}`)}`
  return rowsOf(
    db,
    sql`select page.*, ${inBlock} from (${side('from_address')} union ${side('to_address')}
      order by ${nftOrder} limit ${rowsOfPage}) as page ${withBlock} order by ${nftOrder}`,
  )
}

export const bareBlockNftTransfers = (db: Db, block: number, before: Before): Promise<Row[]> =>
  rowsOf(
    db,
    sql`select page.*, ${inBlock} from evm_nft_transfers as page ${withBlock}
      where page.chain = ${chain} and page.block_number = ${block} ${below(nftPlace, before)}
      order by ${nftOrder} limit ${rowsOfPage}`,
  )

export const bareContractNfts = (db: Db, contract: Uint8Array, before: Before): Promise<Row[]> =>
  rowsOf(
    db,
    sql`select page.*, c.name, c.symbol from (
        select * from evm_nft_tokens where chain = ${chain} and token_address = ${contract} and supply <> '0'
          ${below(sql`token_hash`, before)}
        order by token_hash desc limit ${rowsOfPage}
      ) as page left join evm_contracts c on c.chain = ${chain} and c.address = ${contract} order by token_hash desc`,
  )

/** Of one contract or one wallet: tokens with one owner and balances, latest change first. */
export const bareOwners = (
  db: Db,
  of: 'token_address' | 'owner',
  address: Uint8Array,
  before: Before,
): Promise<Row[]> => {
  const changed = sql.raw('changed_block, changed_log, changed_batch')
  const order = sql.raw('changed_block desc, changed_log desc, changed_batch desc')
  return rowsOf(
    db,
    sql`select page.*, t.minted_block, t.minter, t.standard, c.name, c.symbol from (
      select * from (
        select token_address, token_hash, owner, supply as amount, ${changed} from evm_nft_tokens
        where chain = ${chain} and ${sql.ref(of)} = ${address} and owner is not null ${below(changed, before)}
        order by ${order} limit ${rowsOfPage}) as tokens
      union all
      select * from (
        select token_address, token_hash, owner, amount, ${changed} from evm_nft_balances
        where chain = ${chain} and ${sql.ref(of)} = ${address} and is_held = 1 ${below(changed, before)}
        order by ${order} limit ${rowsOfPage}) as balances
      order by ${order} limit ${rowsOfPage}
    ) as page
    join evm_nft_tokens t on t.chain = ${chain} and t.token_address = page.token_address and t.token_hash = page.token_hash
    left join evm_contracts c on c.chain = ${chain} and c.address = page.token_address
    order by page.changed_block desc, page.changed_log desc, page.changed_batch desc`,
  )
}

const coinPlace = sql.raw('block_number, log_index')
const coinOrder = sql.raw('block_number desc, log_index desc')

export type CoinFilter = {
  columns: readonly ('token_address' | 'from_address' | 'to_address')[]
  addresses: readonly Uint8Array[]
  also?: Uint8Array
}

/** Rows of which one of these columns has one of the addresses; all of them without a column. `also` narrows them to a contract. */
export const bareErc20 = (
  db: Db,
  table: 'evm_erc20_transfers' | 'evm_erc20_approvals',
  { columns, addresses, also }: CoinFilter,
  before: Before,
): Promise<Row[]> => {
  const part = (column?: string, address?: Uint8Array) => sql`select * from (
    select * from ${sql.table(table)} where chain = ${chain}
      ${column ? sql`and ${sql.ref(column)} = ${address}` : sql``} ${also ? sql`and token_address = ${also}` : sql``}
      ${below(coinPlace, before)}
    order by ${coinOrder} limit ${rowsOfPage}) as one`
  const ranges = columns.flatMap((column) => addresses.map((address) => part(column, address)))
  const parts = ranges.length ? ranges : [part()]
  return rowsOf(
    db,
    sql`select page.*, ${inBlock}, c.name, c.symbol, c.decimals from (
        ${sql.join(parts, sql` union `)} order by ${coinOrder} limit ${rowsOfPage}
      ) as page ${withBlock}
      left join evm_contracts c on c.chain = ${chain} and c.address = page.token_address order by ${coinOrder}`,
  )
}
