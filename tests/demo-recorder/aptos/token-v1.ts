import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import type { Account } from './account.ts'
import { address, bool, bytes, bytesOf, length, text, u64 } from './bcs.ts'
import { type Cell, handleJson, type Json, type WriteSet } from './write-set.ts'

export type Property = { key: string; type: string; value: string }
export type TokenId = { creator: Account; collection: string; name: string; version: number }
type Held = { id: TokenId; amount: bigint; properties: Property[] }
type TokenData = {
  id: TokenId
  uri: string
  supply: bigint
  largestVersion: number
  maximum: bigint
  properties: Property[]
}

/** Which of the two ways of saying things the chain has reached: events of handles, or module events. */
export type Era = { isModuleEra: boolean }

/** Module 0x3::token and 0x3::token_transfers: who holds what, and what each operation writes and emits. */
export class TokenV1 {
  private readonly stores = new Map<Account, Map<string, Held>>()
  private readonly claims = new Map<Account, Map<string, Held>>()
  private readonly tokens = new Map<string, TokenData>()
  private readonly collections = new Map<string, bigint>()

  createCollection(set: WriteSet, era: Era, creator: Account, name: string, uri: string, maximum: number): void {
    this.collections.set(collectionKey(creator, name), 0n)
    const data = { description: `${name}, token v1`, name, uri, maximum: String(maximum) }
    for (const kind of ['create_collection_events', 'create_token_data_events', 'mint_token_events'])
      creator.handle(kind)
    if (era.isModuleEra)
      set.moduleEvent('0x3::token::CollectionCreation', {
        creator: shortAddress(creator.address),
        collection_name: name,
        ...data,
      })
    else {
      const event = {
        collection_name: name,
        creator: shortAddress(creator.address),
        description: data.description,
        maximum: data.maximum,
        uri,
      }
      set.handleEvent(creator.handle('create_collection_events'), '0x3::token::CreateCollectionEvent', event)
    }
    this.writeCollections(set, creator)
    this.writeCollection(set, creator, name, uri, maximum, 0n)
  }

  /** Creates the token's data and mints its first amount to the creator. */
  mint(set: WriteSet, era: Era, id: TokenId, amount: bigint, uri: string, properties: Property[]): void {
    const { creator } = id
    const key = dataKey(id)
    const known = this.tokens.get(key)
    const data = known ?? { id, uri, supply: 0n, largestVersion: 0, maximum: 0n, properties }
    data.supply += amount
    this.tokens.set(key, data)
    this.openStore(set, creator)
    if (!known) this.announce(set, era, data)
    const json = tokenDataIdJson(id)
    if (era.isModuleEra)
      set.moduleEvent('0x3::token::Mint', { amount: String(amount), creator: shortAddress(creator.address), id: json })
    else
      set.handleEvent(creator.handle('mint_token_events'), '0x3::token::MintTokenEvent', {
        amount: String(amount),
        id: json,
      })
    this.deposit(set, era, creator, { id, amount, properties: [] })
    this.writeTokenData(set, data)
    if (!era.isModuleEra) this.writeCollections(set, creator)
  }

  transfer(set: WriteSet, era: Era, from: Account, to: Account, id: TokenId, amount: bigint): void {
    const moved = this.withdraw(set, era, from, id, amount)
    this.deposit(set, era, to, moved)
  }

  burn(set: WriteSet, era: Era, owner: Account, id: TokenId, amount: bigint): void {
    const held = this.take(owner, id, amount)
    const data = this.dataOf(id)
    data.supply -= amount
    this.writeHolding(set, owner, id)
    const json = { amount: String(amount), id: tokenIdJson(id) }
    if (era.isModuleEra) set.moduleEvent('0x3::token::Burn', { account: shortAddress(owner.address), ...json })
    else set.handleEvent(owner.handle('burn_events'), '0x3::token::BurnTokenEvent', json)
    if (!era.isModuleEra) this.writeStore(set, owner)
    this.writeTokenData(set, { ...data, properties: held.properties })
  }

  /** A first change of a token's properties gives it a property version of its own. */
  mutate(set: WriteSet, era: Era, owner: Account, id: TokenId, properties: Property[]): TokenId {
    const data = this.dataOf(id)
    const newId = { ...id, version: id.version === 0 ? ++data.largestVersion : id.version }
    const event = {
      keys: properties.map((p) => p.key),
      new_id: tokenIdJson(newId),
      old_id: tokenIdJson(id),
      types: properties.map((p) => p.type),
      values: properties.map((p) => p.value),
    }
    if (id.version === 0) {
      this.withdraw(set, era, owner, id, 1n)
      this.deposit(set, era, owner, { id: newId, amount: 1n, properties })
    } else {
      const held = this.stores.get(owner)?.get(holdingKey(id))
      if (held) held.properties = properties
      this.writeHolding(set, owner, id)
    }
    if (era.isModuleEra)
      set.moduleEvent('0x3::token::MutatePropertyMap', { account: shortAddress(owner.address), ...event })
    else set.handleEvent(owner.handle('mutate_token_property_events'), '0x3::token::MutateTokenPropertyMapEvent', event)
    if (!era.isModuleEra) this.writeStore(set, owner)
    this.writeTokenData(set, data)
    return newId
  }

  /** The token leaves its owner's store for the offers' table: from here until the claim no one owns it. */
  offer(set: WriteSet, era: Era, from: Account, to: Account, id: TokenId, amount: bigint): void {
    const held = this.withdraw(set, era, from, id, amount)
    for (const kind of claimHandles) from.handle(kind)
    mapOf(this.claims, from).set(offerKey(to, id), held)
    set.tableItem(from.tableHandle('pending_claims'), offerIdCell(to, id), tokenCell(held))
    this.transferEvent(set, era, from, to, id, amount, {
      module: 'Offer',
      handle: 'offer_events',
      event: 'TokenOfferEvent',
    })
  }

  claim(set: WriteSet, era: Era, from: Account, to: Account, id: TokenId): void {
    const held = this.takeClaim(set, from, to, id)
    this.transferEvent(set, era, from, to, id, held.amount, {
      module: 'Claim',
      handle: 'claim_events',
      event: 'TokenClaimEvent',
    })
    this.deposit(set, era, to, held)
  }

  cancelOffer(set: WriteSet, era: Era, from: Account, to: Account, id: TokenId): void {
    const held = this.takeClaim(set, from, to, id)
    this.deposit(set, era, from, held)
    const kind = { module: 'CancelOffer', handle: 'cancel_offer_events', event: 'TokenCancelOfferEvent' }
    this.transferEvent(set, era, from, to, id, held.amount, kind)
  }

  holdings(owner: Account): Held[] {
    return [...(this.stores.get(owner)?.values() ?? [])]
  }

  private withdraw(set: WriteSet, era: Era, owner: Account, id: TokenId, amount: bigint): Held {
    const held = this.take(owner, id, amount)
    const event = { amount: String(amount), id: tokenIdJson(id) }
    if (era.isModuleEra)
      set.moduleEvent('0x3::token::TokenWithdraw', { account: shortAddress(owner.address), ...event })
    else set.handleEvent(owner.handle('withdraw_events'), '0x3::token::WithdrawEvent', event)
    this.writeHolding(set, owner, id)
    if (!era.isModuleEra) this.writeStore(set, owner)
    return { ...held, amount }
  }

  private deposit(set: WriteSet, era: Era, owner: Account, moved: Held): void {
    this.openStore(set, owner)
    const store = mapOf(this.stores, owner)
    const before = store.get(holdingKey(moved.id))
    store.set(holdingKey(moved.id), { ...moved, amount: moved.amount + (before?.amount ?? 0n) })
    const event = { amount: String(moved.amount), id: tokenIdJson(moved.id) }
    if (era.isModuleEra) set.moduleEvent('0x3::token::TokenDeposit', { account: shortAddress(owner.address), ...event })
    else set.handleEvent(owner.handle('deposit_events'), '0x3::token::DepositEvent', event)
    this.writeHolding(set, owner, moved.id)
    if (!era.isModuleEra) this.writeStore(set, owner)
  }

  private take(owner: Account, id: TokenId, amount: bigint): Held {
    const store = mapOf(this.stores, owner)
    const held = store.get(holdingKey(id))
    if (!held || held.amount < amount) throw new Error(`${owner.name} does not hold ${amount} of ${id.name}`)
    held.amount -= amount
    if (held.amount === 0n) store.delete(holdingKey(id))
    return { ...held, amount }
  }

  private takeClaim(set: WriteSet, from: Account, to: Account, id: TokenId): Held {
    const claims = mapOf(this.claims, from)
    const held = claims.get(offerKey(to, id))
    if (!held) throw new Error(`${from.name} offered no ${id.name} to ${to.name}`)
    claims.delete(offerKey(to, id))
    set.deleteTableItem(from.tableHandle('pending_claims'), offerIdCell(to, id))
    return held
  }

  private transferEvent(
    set: WriteSet,
    era: Era,
    from: Account,
    to: Account,
    id: TokenId,
    amount: bigint,
    kind: TransferKind,
  ) {
    const data = { amount: String(amount), to_address: shortAddress(to.address), token_id: tokenIdJson(id) }
    if (era.isModuleEra) {
      return set.moduleEvent(`0x3::token_transfers::${kind.module}`, { account: shortAddress(from.address), ...data })
    }
    set.handleEvent(from.handle(kind.handle), `0x3::token_transfers::${kind.event}`, data)
    const events = Object.fromEntries(claimHandles.toSorted().map((name) => [name, handleJson(from.handle(name))]))
    const resource = { ...events, pending_claims: { handle: from.tableHandle('pending_claims') } }
    set.resource(from.address, '0x3::token_transfers::PendingClaims', resource)
  }

  private announce(set: WriteSet, era: Era, { id, uri, properties }: TokenData): void {
    const event = {
      description: `${id.name} of ${id.collection}`,
      id: tokenDataIdJson(id),
      maximum: '0',
      mutability_config: mutability,
      name: id.name,
      property_keys: properties.map((p) => p.key),
      property_types: properties.map((p) => p.type),
      property_values: properties.map((p) => p.value),
      royalty_payee_address: shortAddress(id.creator.address),
      royalty_points_denominator: '100',
      royalty_points_numerator: '5',
      uri,
    }
    if (era.isModuleEra) {
      set.moduleEvent('0x3::token::TokenDataCreation', { creator: shortAddress(id.creator.address), ...event })
    } else set.handleEvent(id.creator.handle('create_token_data_events'), '0x3::token::CreateTokenDataEvent', event)
  }

  private dataOf(id: TokenId): TokenData {
    const data = this.tokens.get(dataKey(id))
    if (!data) throw new Error(`${id.name} was never minted`)
    return data
  }

  /** The store is written when it is made in either era, and in the handles' era whenever one of its counters moves. */
  private openStore(set: WriteSet, owner: Account): void {
    if (owner.has('deposit_events')) return
    for (const kind of storeHandles) owner.handle(kind)
    this.writeStore(set, owner)
  }

  private writeStore(set: WriteSet, owner: Account): void {
    set.resource(owner.address, '0x3::token::TokenStore', {
      burn_events: handleJson(owner.handle('burn_events')),
      deposit_events: handleJson(owner.handle('deposit_events')),
      direct_transfer: true,
      mutate_token_property_events: handleJson(owner.handle('mutate_token_property_events')),
      tokens: { handle: owner.tableHandle('tokens') },
      withdraw_events: handleJson(owner.handle('withdraw_events')),
    })
  }

  private writeHolding(set: WriteSet, owner: Account, id: TokenId): void {
    const held = this.stores.get(owner)?.get(holdingKey(id))
    if (held) set.tableItem(owner.tableHandle('tokens'), tokenIdCell(id), tokenCell(held))
    else set.deleteTableItem(owner.tableHandle('tokens'), tokenIdCell(id))
  }

  private writeCollections(set: WriteSet, creator: Account): void {
    set.resource(creator.address, '0x3::token::Collections', {
      collection_data: { handle: creator.tableHandle('collection_data') },
      create_collection_events: handleJson(creator.handle('create_collection_events')),
      create_token_data_events: handleJson(creator.handle('create_token_data_events')),
      mint_token_events: handleJson(creator.handle('mint_token_events')),
      token_data: { handle: creator.tableHandle('token_data') },
    })
  }

  private writeCollection(
    set: WriteSet,
    creator: Account,
    name: string,
    uri: string,
    maximum: number,
    supply: bigint,
  ): void {
    const description = `${name}, token v1`
    const raw = Buffer.concat([
      text(description),
      text(name),
      text(uri),
      u64(supply),
      u64(maximum),
      bool(true),
      bool(true),
      bool(false),
    ])
    const json = {
      description,
      maximum: String(maximum),
      mutability_config: { description: true, maximum: false, uri: true },
      name,
      supply: String(supply),
      uri,
    }
    const key = { raw: text(name), type: '0x1::string::String', json: name }
    set.tableItem(creator.tableHandle('collection_data'), key, { raw, type: '0x3::token::CollectionData', json })
  }

  private writeTokenData(set: WriteSet, data: TokenData): void {
    const { id, uri, supply, largestVersion, maximum, properties } = data
    const description = `${id.name} of ${id.collection}`
    const royalty = {
      payee_address: shortAddress(id.creator.address),
      royalty_points_denominator: '100',
      royalty_points_numerator: '5',
    }
    const json = {
      default_properties: propertyMapJson(properties),
      description,
      largest_property_version: String(largestVersion),
      maximum: String(maximum),
      mutability_config: mutability,
      name: id.name,
      royalty,
      supply: String(supply),
      uri,
    }
    const numbers = [u64(maximum), u64(largestVersion), u64(supply)]
    const raw = Buffer.concat([
      ...[...numbers, text(uri), u64(5), u64(100), address(id.creator.address), text(id.name), text(description)],
      ...[propertyMapBytes(properties), ...Array.from({ length: 5 }, () => bool(true))],
    ])
    const key = { raw: tokenDataIdBytes(id), type: '0x3::token::TokenDataId', json: tokenDataIdJson(id) }
    set.tableItem(id.creator.tableHandle('token_data'), key, { raw, type: '0x3::token::TokenData', json })
  }
}

type TransferKind = { module: string; handle: string; event: string }
const storeHandles = ['deposit_events', 'withdraw_events', 'burn_events', 'mutate_token_property_events']
const claimHandles = ['offer_events', 'cancel_offer_events', 'claim_events']
const mutability = { description: true, maximum: true, properties: true, royalty: true, uri: true }

const collectionKey = (creator: Account, name: string) => `${creator.address}::${name}`
const dataKey = (id: TokenId) => `${id.creator.address}::${id.collection}::${id.name}`
const holdingKey = (id: TokenId) => `${dataKey(id)}::${id.version}`
const offerKey = (to: Account, id: TokenId) => `${to.address} ${holdingKey(id)}`

function mapOf<K, V>(maps: Map<K, Map<string, V>>, key: K): Map<string, V> {
  const map = maps.get(key) ?? new Map<string, V>()
  maps.set(key, map)
  return map
}

const tokenDataIdJson = (id: TokenId): Json => ({
  collection: id.collection,
  creator: shortAddress(id.creator.address),
  name: id.name,
})
const tokenIdJson = (id: TokenId): Json => ({
  property_version: String(id.version),
  token_data_id: tokenDataIdJson(id),
})
const tokenDataIdBytes = (id: TokenId) =>
  Buffer.concat([address(id.creator.address), text(id.collection), text(id.name)])
const tokenIdBytes = (id: TokenId) => Buffer.concat([tokenDataIdBytes(id), u64(id.version)])

const tokenIdCell = (id: TokenId): Cell => ({
  raw: tokenIdBytes(id),
  type: '0x3::token::TokenId',
  json: tokenIdJson(id),
})
const offerIdCell = (to: Account, id: TokenId): Cell => ({
  raw: Buffer.concat([address(to.address), tokenIdBytes(id)]),
  type: '0x3::token_transfers::TokenOfferId',
  json: { to_addr: shortAddress(to.address), token_id: tokenIdJson(id) },
})
const tokenCell = ({ id, amount, properties }: Held): Cell => ({
  raw: Buffer.concat([tokenIdBytes(id), u64(amount), propertyMapBytes(properties)]),
  type: '0x3::token::Token',
  json: { amount: String(amount), id: tokenIdJson(id), token_properties: propertyMapJson(properties) },
})

const propertyMapJson = (properties: readonly Property[]): Json => ({
  map: { data: properties.map(({ key, type, value }) => ({ key, value: { type, value } })) },
})
const propertyMapBytes = (properties: readonly Property[]) =>
  Buffer.concat([
    length(properties.length),
    ...properties.map(({ key, type, value }) => Buffer.concat([text(key), bytes(bytesOf(value)), text(type)])),
  ])
