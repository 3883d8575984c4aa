import { createHash } from 'node:crypto'
import type { AptosTables, AptosTokenActivityRow, AptosTokenOwnershipRow } from '#lib/aptos/chain/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { chainId } from './nft-services.ts'

export const addressOf = (index: number): string => `0x${(index + 1).toString(16).padStart(64, '0')}`
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
export const creatorOf = (collection: number): string => addressOf(1_000 + (collection % 2))
export const collectionOf = (index: number): string => hash(`${creatorOf(index)}::Collection ${index}`)
export const tokenOf = (collection: number, token: number): string =>
  hash(`${creatorOf(collection)}::Collection ${collection}::Token ${token}`)
export const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.replace(/^0x/, ''), 'hex')
export const hexOf = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('hex')
/** A time as answers show it. */
export const isoMicroseconds = (microseconds: number): string =>
  new Date(Math.floor(microseconds / 1_000))
    .toISOString()
    .replace('Z', `${microseconds % 1_000}`.padStart(3, '0').concat('Z'))
export const timestampAt = (version: number): number => 1_665_858_020_377_412 + version * 1_234_567

type Shape = { wallets: number; collections: number; tokens: number }
const shapeOfTests: Shape = { wallets: 6, collections: 5, tokens: 4 }

/** A ledger of token v1 in the making: random transactions, and what the worker leaves of them in its tables. */
export const createTokenLedger = (random: () => number, shape: Shape = shapeOfTests) => {
  const activities: AptosTokenActivityRow[] = []
  const holdings = new Map<string, AptosTokenOwnershipRow>()
  const collections = new Set<number>()
  let version = 0
  const below = (count: number): number => Math.floor(random() * count)

  const step = (): void => {
    version += 1 + below(3)
    const events: Partial<AptosTokenActivityRow>[] = []
    for (let move = 0; move <= below(3); move++) {
      const [collection, token, edition] = [below(shape.collections), below(shape.tokens), below(2)]
      const [from, to] = [below(shape.wallets), below(shape.wallets)].map(addressOf)
      const identity = {
        creator_address: bytesOf(creatorOf(collection)),
        collection_data_id_hash: bytesOf(collectionOf(collection)),
        token_data_id_hash: bytesOf(tokenOf(collection, token)),
        property_version: String(edition * 11),
        collection_name: `Collection ${collection}`,
        name: `Token ${token}`,
        token_standard: 'v1' as const,
      }
      collections.add(collection)
      const change = (owner: string, amount: bigint): void => {
        const key = `${tokenOf(collection, token)} ${edition} ${owner}`
        const had = BigInt(holdings.get(key)?.amount ?? 0)
        holdings.set(key, {
          chain_id: chainId,
          last_transaction_version: version,
          last_transaction_timestamp: timestampAt(version),
          owner_address: bytesOf(owner),
          amount: String(had + amount),
          table_type: '0x3::token::TokenStore',
          token_properties: had + amount === 0n ? null : '{"level":"7"}',
          ...identity,
        })
      }
      const held = BigInt(holdings.get(`${tokenOf(collection, token)} ${edition} ${from}`)?.amount ?? 0)
      const amount = held === 0n ? BigInt(1 + below(3)) : 1n + BigInt(below(Number(held)))
      const event = (transfer_type: string, sender: string | undefined, receiver: string | undefined) =>
        events.push({
          ...identity,
          transfer_type,
          token_amount: String(amount),
          from_address: sender ? bytesOf(sender) : null,
          to_address: receiver ? bytesOf(receiver) : null,
          event_account_address: bytesOf(sender ?? receiver ?? addressOf(0)),
        })
      if (held > 0n && from && to) {
        if (random() < 0.15) event('0x3::token_transfers::TokenOfferEvent', from, to)
        // Tells of an offer that was made before: what its sender still holds does not change.
        if (random() < 0.15) event('0x3::token_transfers::TokenClaimEvent', addressOf(below(shape.wallets)), to)
        event('0x3::token::WithdrawEvent', from, undefined)
        change(from, -amount)
      } else event('0x3::token::MintTokenEvent', creatorOf(collection), undefined)
      if (to) {
        event('0x3::token::DepositEvent', undefined, to)
        change(to, amount)
      }
    }
    for (const [index, event] of events.entries())
      activities.push({
        chain_id: chainId,
        transaction_version: version,
        event_index: index * 2,
        transaction_timestamp: timestampAt(version),
        event_creation_number: '4',
        event_sequence_number: String(index),
        ...event,
      } as AptosTokenActivityRow)
  }

  let storedActivities = 0
  const storedCollections = new Set<number>()
  return {
    activities,
    /** What is held now. */
    held: () => [...holdings.values()].filter(({ amount }) => amount !== '0'),
    version: () => version,
    steps: (count: number) => {
      for (let done = 0; done < count; done++) step()
    },
    /** Brings a store up to date. */
    store: async (store: Store<AptosTables>): Promise<void> => {
      const added = activities.slice(storedActivities)
      storedActivities = activities.length
      await store.db.transaction().execute(async (transaction) => {
        await store.insertMany(transaction, 'aptos_token_activities', added)
        await store.upsertMany(transaction, 'aptos_token_ownerships', {
          key: ['chain_id', 'token_data_id_hash', 'property_version', 'owner_address'],
          rows: [...holdings.values()],
        })
        for (const collection of collections) {
          if (storedCollections.has(collection)) continue
          storedCollections.add(collection)
          const first = activities.find((row) => row.collection_name === `Collection ${collection}`)
          await transaction
            .insertInto('aptos_collections')
            .values({
              chain_id: chainId,
              collection_data_id_hash: bytesOf(collectionOf(collection)),
              first_version: first?.transaction_version ?? 0,
              first_timestamp: first?.transaction_timestamp ?? 0,
              creator_address: bytesOf(creatorOf(collection)),
              name: `Collection ${collection}`,
              uri: null,
              token_standard: 'v1',
            })
            .execute()
        }
        await transaction.deleteFrom('aptos_intervals').execute()
        await transaction
          .insertInto('aptos_intervals')
          .values({
            chain_id: chainId,
            first_version: 0,
            last_version: version,
            last_hash: bytesOf(addressOf(version)),
          })
          .execute()
      })
    },
  }
}
