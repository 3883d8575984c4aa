import { type Kysely, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow, Erc20TransferRow, NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { TransferEvidence } from './rate.ts'

/** Widely watched wallets of public figures and exchanges. The same on every chain. */
const famousAddresses: ReadonlySet<string> = new Set([
  '0xd8da6bf26964af9d7eed9e03e53415d37aa96045', // Vitalik Buterin
  '0xab5801a7d398351b8be11c439e05c5b3259aec9b', // Vitalik Buterin, earlier
  '0xd387a6e4e84a6c86bd90c158c6028a58cc8ac459', // Pranksy
  '0xf0d6999725115e3ead3d927eb3329d63afaec09b', // gmoney
  '0xfd22004806a6846ea67ad883356be810f0428793', // Punk 6529
  '0xce90a7949bb78892f159f428d0dc23a8e3584d75', // Cozomo de' Medici
  '0xc6b0562605d35ee710138402b878ffe6f2e23807', // Beeple
  '0x3ddfa8ec3052539b6c9549f12cea2c295cff5296', // Justin Sun
  '0x28c6c06298d514db089934071355e5743bf21d60', // Binance
  '0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be', // Binance, earlier
  '0x71660c4005ba85c37ccec55d0c4493e66fe775d3', // Coinbase
])

type SeenTransfer = Pick<Erc20TransferRow, 'block_number' | 'transaction_index' | 'from_address' | 'to_address'>

/** Facts from a contract's newest transfers, newest first: recipients, senders, and recipients that never sent. */
export const transferEvidence = (
  transfers: readonly SeenTransfer[],
  seen: Pick<TransferEvidence, 'isWhole' | 'days'>,
): TransferEvidence => {
  const receivers = new Set<string>()
  const senders = new Set<string>()
  const famous = new Set<string>()
  let receiversAtOnce = 0
  let transaction = ''
  let inTransaction = new Set<string>()
  for (const { block_number, transaction_index, from_address, to_address } of transfers) {
    const [from, to] = [toHex(from_address), toHex(to_address)]
    senders.add(from)
    const place = `${block_number}/${transaction_index}`
    if (place !== transaction) {
      transaction = place
      inTransaction = new Set()
    }
    if (to === zeroAddress) continue
    receivers.add(to)
    inTransaction.add(to)
    receiversAtOnce = Math.max(receiversAtOnce, inTransaction.size)
    if (from === zeroAddress && famousAddresses.has(to)) famous.add(to)
  }
  const silentReceivers = [...receivers].filter((address) => !senders.has(address)).length
  return {
    ...seen,
    receiversAtOnce,
    receivers: receivers.size,
    silentReceivers,
    famousReceivers: famous.size,
  }
}

/** The evidence in the index about one contract. */
export type StoredEvidence = Pick<ContractRow, 'kind' | 'name' | 'symbol'> & {
  address: Hex
  tokenNames: readonly string[]
  transfers: TransferEvidence
  /** For ERC721 contracts; null for others. */
  tokens: StoredTokens | null
  /** When its name is read (again), in unix milliseconds; null if it is known, or will not be. */
  askedAt: number | null
}

type StoredTokens = {
  /** Tokens with an owner, counted up to `rowsMax`. */
  held: number
  isCountWhole: boolean
  /** Held tokens that last moved within the gapless newest blocks: a later owner would be known. */
  sample: readonly { tokenId: string; owner: string }[]
}

/** Maximum number of newest transfers, and of tokens, per contract. */
const rowsMax = 5_000
const namesMax = 50
const documentsMax = 200
const sampleMax = 5
const failuresMax = 5

/** Reads contracts that (still) exist through bounded index ranges. */
export const readEvidence = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Uint8Array[],
): Promise<StoredEvidence[]> => {
  const contracts = await db
    .selectFrom('evm_contracts')
    .select(['address', 'kind', 'name', 'symbol', 'ask_at', 'failures'])
    .where('chain', '=', chain)
    .where('address', 'in', addresses)
    .execute()
  const tip = await tipStart(db, chain)
  const evidence: StoredEvidence[] = []
  for (const { address, ask_at, failures, ...facts } of contracts) {
    const isCoin = facts.kind === 'ERC20'
    evidence.push({
      ...facts,
      address: toHex(address),
      askedAt: ask_at === null || failures >= failuresMax ? null : ask_at * 1_000,
      tokenNames: isCoin ? [] : await readTokenNames(db, chain, address),
      transfers: await readTransfers(db, chain, address, isCoin ? 'evm_erc20_transfers' : 'evm_nft_transfers'),
      tokens: facts.kind === 'ERC721' ? await readTokens(db, chain, address, tip) : null,
    })
  }
  return evidence
}

/** The first of the blocks up to the newest that are stored without gap. */
const tipStart = async (db: Kysely<EvmTables>, chain: number): Promise<number | undefined> => {
  const tip = await db
    .selectFrom('evm_intervals')
    .select('first_block')
    .where('chain', '=', chain)
    .orderBy('first_block', 'desc')
    .limit(1)
    .executeTakeFirst()
  return tip?.first_block
}

/** With fewer transfers, timing has no meaning. */
const timedMin = 50

const readTransfers = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Uint8Array,
  table: 'evm_erc20_transfers' | 'evm_nft_transfers',
): Promise<TransferEvidence> => {
  const order = table === 'evm_nft_transfers' ? sql`, batch_index desc` : sql``
  const { rows } = await sql<SeenTransfer>`
    select block_number, transaction_index, from_address, to_address from ${sql.table(table)}
    where chain = ${chain} and token_address = ${address}
    order by block_number desc, log_index desc ${order} limit ${rowsMax}`.execute(db)
  const oldest = rows.at(-1)
  const days = oldest && rows.length >= timedMin ? await daysSince(db, chain, oldest.block_number) : 0
  return transferEvidence(rows, { isWhole: rows.length < rowsMax, days })
}

/** From a block to the newest one that is known, in days. */
const daysSince = async (db: Kysely<EvmTables>, chain: number, block: number): Promise<number> => {
  const timeOf = (bound: ReturnType<typeof sql>) => sql`coalesce(
    (select timestamp from evm_blocks where chain = ${chain} and ${bound} order by number desc limit 1),
    (select timestamp from evm_headers where chain = ${chain} and ${bound} order by number desc limit 1))`
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select ${timeOf(sql`number <= ${block}`)} as first, ${timeOf(sql`number >= ${block}`)} as last`.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  return first === null || last === null ? 0 : Math.max(0, last - first) / 86_400
}

const readTokenNames = async (db: Kysely<EvmTables>, chain: number, address: Uint8Array): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name from evm_nft_metadata where chain = ${chain} and token_address = ${address} limit ${documentsMax}
    ) as documents where name is not null limit ${namesMax}`.execute(db)
  return rows.map(({ name }) => name)
}

const readTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Uint8Array,
  tip: number | undefined,
): Promise<StoredTokens> => {
  const held = sql`from evm_nft_tokens where chain = ${chain} and token_address = ${address} and owner is not null`
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select 1 as one ${held} and changed_block >= 0 limit ${rowsMax}) as held`.execute(db)
  const sample =
    tip === undefined
      ? []
      : (
          await sql<Pick<NftTokenRow, 'token_id' | 'owner'>>`
            select token_id, owner ${held} and changed_block >= ${tip}
            order by changed_block, changed_log, changed_batch limit ${sampleMax}`.execute(db)
        ).rows
  const count = counted.rows[0]?.count ?? 0
  return {
    held: count,
    isCountWhole: count < rowsMax,
    sample: sample.flatMap(({ token_id, owner }) => (owner ? { tokenId: token_id, owner: toHex(owner) } : [])),
  }
}

/** Whether the chain's index reaches its head, and whether it has no gaps. */
export const readReach = async (
  db: Kysely<EvmTables>,
  chain: number,
): Promise<{ isAtHead: boolean; isWhole: boolean }> => {
  const intervals = await db
    .selectFrom('evm_intervals')
    .select(['first_block', 'last_block'])
    .where('chain', '=', chain)
    .orderBy('first_block')
    .execute()
  const row = await db.selectFrom('evm_chains').select('head_latest').where('chain', '=', chain).executeTakeFirst()
  const newest = intervals.at(-1)
  const head = row?.head_latest ?? null
  const isAtHead = newest !== undefined && head !== null && head - newest.last_block <= behindMax
  return { isAtHead, isWhole: isAtHead && intervals.length === 1 && newest.first_block === 0 }
}

/** Blocks between the index and the node's head, in which a token may have moved. */
const behindMax = 50

/** Contracts among these whose whole history was indexed on its own and verified. */
export const withWholeHistory = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('evm_histories')
    .select('address')
    .where('chain', '=', chain)
    .where('address', 'in', addresses.map(toBytes))
    .where('check_state', '=', 'passed')
    .execute()
  return new Set(rows.map(({ address }) => toHex(address)))
}
