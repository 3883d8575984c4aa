import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import type { Account } from './account.ts'
import { namedObject } from './hashes.ts'
import type { Era } from './token-v1.ts'
import { type EventHandle, handleJson, type Json, type WriteSet } from './write-set.ts'

type Collection = {
  address: string
  creator: Account
  name: string
  uri: string
  minted: number
  burned: number
  events: EventHandle[]
}
export type DigitalAsset = {
  address: string
  collection: Collection
  index: number
  name: string
  uri: string
  description: string
  owner: Account
  transfers: EventHandle
  mutations: EventHandle
}

/** The first creation number of an object: 2^50. */
const firstCreation = 1_125_899_906_842_624
const royalty = { denominator: '100', numerator: '5' }

const handles = (owner: string, count: number): EventHandle[] =>
  Array.from({ length: count }, (_, i) => ({ owner, creation: firstCreation + i, count: 0 }))

/** Modules 0x4::collection and 0x4::token: digital assets, each an object of its own. */
export class TokenV2 {
  readonly assets: DigitalAsset[] = []

  createCollection(set: WriteSet, creator: Account, name: string, uri: string): Collection {
    const address = namedObject(creator.address, name)
    const collection = { address, creator, name, uri, minted: 0, burned: 0, events: handles(address, 4) }
    this.writeCollection(set, collection)
    return collection
  }

  mint(set: WriteSet, era: Era, collection: Collection, name: string, uri: string): DigitalAsset {
    const address = namedObject(collection.creator.address, `${collection.name}::${name}`)
    const [transfers, mutations] = handles(address, 2)
    if (!transfers || !mutations) throw new RangeError('an object has two handles')
    const index = ++collection.minted
    const description = `${name}, a digital asset`
    const asset = {
      address,
      collection,
      index,
      name,
      uri,
      description,
      owner: collection.creator,
      transfers,
      mutations,
    }
    this.assets.push(asset)
    const token = shortAddress(address)
    const at = shortAddress(collection.address)
    if (era.isModuleEra) {
      set.moduleEvent('0x4::collection::Mint', { collection: at, index: { value: String(index) }, token })
    } else this.collectionEvent(set, collection, 2, '0x4::collection::MintEvent', { index: String(index), token })
    this.writeCollection(set, collection)
    this.writeAsset(set, asset)
    return asset
  }

  transfer(set: WriteSet, era: Era, asset: DigitalAsset, to: Account): void {
    const data = {
      from: shortAddress(asset.owner.address),
      object: shortAddress(asset.address),
      to: shortAddress(to.address),
    }
    asset.owner = to
    if (era.isModuleEra) set.moduleEvent('0x1::object::Transfer', data)
    else set.handleEvent(asset.transfers, '0x1::object::TransferEvent', data)
    this.writeAsset(set, asset)
  }

  mutate(set: WriteSet, era: Era, asset: DigitalAsset, description: string): void {
    const data = { mutated_field_name: 'description', new_value: description, old_value: asset.description }
    asset.description = description
    if (era.isModuleEra)
      set.moduleEvent('0x4::token::Mutation', { ...data, token_address: shortAddress(asset.address) })
    else set.handleEvent(asset.mutations, '0x4::token::MutationEvent', data)
    this.writeAsset(set, asset)
  }

  /** The whole group of the object goes at once: one deletion, of the group. */
  burn(set: WriteSet, era: Era, asset: DigitalAsset): void {
    const { collection, index } = asset
    collection.burned++
    const token = shortAddress(asset.address)
    if (era.isModuleEra) {
      const previous_owner = shortAddress(asset.owner.address)
      const data = { collection: shortAddress(collection.address), index: String(index), previous_owner, token }
      set.moduleEvent('0x4::collection::Burn', data)
    } else this.collectionEvent(set, collection, 3, '0x4::collection::BurnEvent', { index: String(index), token })
    this.assets.splice(this.assets.indexOf(asset), 1)
    set.deleteResource(asset.address, '0x1::object::ObjectGroup')
    this.writeCollection(set, collection)
  }

  private collectionEvent(set: WriteSet, collection: Collection, handle: number, type: string, data: Json): void {
    const events = collection.events[handle]
    if (events) set.handleEvent(events, type, data)
  }

  private writeCollection(set: WriteSet, collection: Collection): void {
    const { address, creator, name, uri, minted, burned, events } = collection
    const [transfers, mutations, burns, mints] = [events[0], events[1], events[3], events[2]]
    if (!transfers || !mutations || !burns || !mints) throw new RangeError('a collection has four handles')
    set.resource(address, '0x1::object::ObjectCore', objectCore(creator, transfers, 4))
    set.resource(address, '0x4::collection::Collection', {
      creator: shortAddress(creator.address),
      description: `${name}, digital assets`,
      mutation_events: handleJson(mutations),
      name,
      uri,
    })
    set.resource(address, '0x4::collection::UnlimitedSupply', {
      burn_events: handleJson(burns),
      current_supply: String(minted - burned),
      mint_events: handleJson(mints),
      total_minted: String(minted),
    })
    set.resource(address, '0x4::royalty::Royalty', { ...royalty, payee_address: shortAddress(creator.address) })
  }

  private writeAsset(set: WriteSet, asset: DigitalAsset): void {
    set.resource(asset.address, '0x1::object::ObjectCore', objectCore(asset.owner, asset.transfers, 2))
    set.resource(asset.address, '0x4::token::Token', {
      collection: { inner: shortAddress(asset.collection.address) },
      description: asset.description,
      index: String(asset.index),
      mutation_events: handleJson(asset.mutations),
      name: asset.name,
      uri: asset.uri,
    })
  }
}

const objectCore = (owner: Account, transfers: EventHandle, handleCount: number): Json => ({
  allow_ungated_transfer: true,
  guid_creation_num: String(firstCreation + handleCount),
  owner: shortAddress(owner.address),
  transfer_events: handleJson(transfers),
})
