import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { zipf } from '#tests/bench/support/zipf.ts'
import { seeded } from '#tests/support/seeded.ts'

export const chainId = 1

const many = (count: number, what: string): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(`${what} ${index}`).digest())

export const wallets = many(50_000, 'wallet')
/** Each has collections of its own: the busiest has most of them. */
const creators = many(400, 'creator')
export const collections = many(4_000, 'collection')
const tokensOfCollection = 250

export const creatorOf = (collection: number): Uint8Array =>
  creators[Math.floor((collection % 400) ** 2 / 400)] ?? new Uint8Array(32)

export const tokenOf = (collection: number, token: number): Uint8Array =>
  createHash('sha256').update(`token ${collection} ${token}`).digest()

const rowsAtOnce = 50_000
const dayMicroseconds = 86_400_000_000
const startMicroseconds = 1_665_858_020_377_412

/**
 * Fills an empty database with transfers of wallets and collections drawn by zipf, each transfer two activities of one
 * transaction, and with what their last receivers hold.
 */
export const fillActivities = async (store: Store<AptosTables>, count: number): Promise<void> => {
  const random = seeded(5)
  const [wallet, collection] = [zipf(wallets.length, random), zipf(collections.length, random)]
  const nobody = new Uint8Array(32)
  const holders = new Map<number, { version: number; owner: number }>()
  const identity = (ofCollection: number, token: number) => ({
    chain_id: chainId,
    creator_address: creatorOf(ofCollection),
    collection_data_id_hash: collections[ofCollection] ?? nobody,
    token_data_id_hash: tokenOf(ofCollection, token),
    property_version: '0',
    collection_name: `Collection ${ofCollection}`,
    name: `Token ${token}`,
    token_standard: 'v1',
  })
  const moment = (version: number): number => startMicroseconds + version * 300_000
  for (let version = 0; version < count / 2; ) {
    const rows: Record<string, unknown>[] = []
    for (; rows.length < rowsAtOnce && version < count / 2; version++) {
      const [ofCollection, token] = [collection(), Math.floor(random() * tokensOfCollection)]
      const [from, to] = [wallet(), wallet()]
      const token_ = identity(ofCollection, token)
      holders.set(ofCollection * tokensOfCollection + token, { version, owner: to })
      const event = (index: number, type: string, sender: number | undefined, receiver: number | undefined) => ({
        ...token_,
        transaction_version: version,
        transaction_timestamp: moment(version),
        event_index: index,
        from_address: sender === undefined ? null : (wallets[sender] ?? nobody),
        to_address: receiver === undefined ? null : (wallets[receiver] ?? nobody),
        event_account_address: wallets[sender ?? receiver ?? 0] ?? nobody,
        event_creation_number: '4',
        event_sequence_number: String(version),
        token_amount: '1',
        transfer_type: `0x3::token::${type}Event`,
      })
      rows.push(event(0, 'Withdraw', from, undefined), event(1, 'Deposit', undefined, to))
    }
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'aptos_token_activities', rows))
  }
  const held = [...holders].map(([place, { version, owner }]) => ({
    ...identity(Math.floor(place / tokensOfCollection), place % tokensOfCollection),
    last_transaction_version: version,
    last_transaction_timestamp: moment(version),
    owner_address: wallets[owner] ?? nobody,
    amount: '1',
    table_type: '0x3::token::TokenStore',
    token_properties: '{}',
  }))
  const known = collections.map((id, index) => ({
    chain_id: chainId,
    first_version: index,
    first_timestamp: moment(index),
    collection_data_id_hash: id,
    creator_address: creatorOf(index),
    name: `Collection ${index}`,
    token_standard: 'v1',
    uri: null,
  }))
  await store.db.transaction().execute(async (transaction) => {
    for (let at = 0; at < held.length; at += rowsAtOnce)
      await store.insertMany(transaction, 'aptos_token_ownerships', held.slice(at, at + rowsAtOnce))
    await store.insertMany(transaction, 'aptos_collections', known)
    const interval = { chain_id: chainId, first_version: 0, last_version: count / 2, last_hash: nobody }
    await transaction.insertInto('aptos_intervals').values(interval).execute()
    await sql`insert into aptos_collection_days (chain_id, collection_data_id_hash, day, activity_count)
      select chain_id, collection_data_id_hash, transaction_timestamp / ${sql.lit(dayMicroseconds)}, count(*)
      from aptos_token_activities group by 1, 2, 3`.execute(transaction)
  })
}
