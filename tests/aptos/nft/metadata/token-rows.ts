import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import type { AptosTables, AptosTokenOwnershipRow, AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { chainId } from '#tests/aptos/nft/nft-services.ts'
import { addressOf, bytesOf, collectionOf, creatorOf, timestampAt, tokenOf } from '#tests/aptos/nft/token-ledger.ts'
import { testStores } from '#tests/store/test-stores.ts'

export type MetadataStore = Store<AptosTables & MediaTables>

/** Empty stores with the tables of Aptos and of media. */
export const metadataStores = (dialect: Store<unknown>['dialect']): (() => Promise<MetadataStore>) => {
  const stores = testStores(dialect)
  return () => stores.createMigratedStore<AptosTables & MediaTables>(storeMigrations, evmMigrations, aptosMigrations)
}

/** Stores one collection and a held token for each of these URIs; returns the tokens' ids. */
export const storeTokens = async ({ db }: MetadataStore, uris: readonly string[]): Promise<string[]> => {
  const identity = {
    chain_id: chainId,
    collection_data_id_hash: bytesOf(collectionOf(0)),
    creator_address: bytesOf(creatorOf(0)),
    token_standard: 'v1' as const,
  }
  const first = { first_version: 1, first_timestamp: timestampAt(1) }
  await db
    .insertInto('aptos_intervals')
    .values({ chain_id: chainId, first_version: 0, last_version: 9, last_hash: new Uint8Array(32) })
    .execute()
  await db
    .insertInto('aptos_collections')
    .values({
      ...identity,
      ...first,
      name: 'Collection 0',
      uri: uris[0] ?? null,
      mutable_fields: null,
      written_version: null,
      terms_version: null,
    })
    .execute()
  const tokens = uris.map((uri, index) => ({
    ...identity,
    ...first,
    token_data_id_hash: bytesOf(tokenOf(0, index)),
    collection_name: 'Collection 0',
    name: `Token ${index}`,
    uri,
    royalty_numerator: null,
    royalty_denominator: null,
    royalty_payee: null,
    mutable_fields: null,
    written_version: null,
    terms_version: null,
  })) satisfies AptosTokenRow[]
  await db.insertInto('aptos_tokens').values(tokens).execute()
  const holdings = tokens.map(({ token_data_id_hash, name }) => ({
    ...identity,
    token_data_id_hash,
    name,
    collection_name: 'Collection 0',
    property_version: '0',
    last_transaction_version: 1,
    last_transaction_timestamp: timestampAt(1),
    owner_address: bytesOf(addressOf(0)),
    amount: '1',
    table_type: null,
    token_properties: null,
  })) satisfies AptosTokenOwnershipRow[]
  await db.insertInto('aptos_token_ownerships').values(holdings).execute()
  return uris.map((_, index) => tokenOf(0, index))
}
