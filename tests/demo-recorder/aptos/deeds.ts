import type { Random } from '#tests/demo-recorder/random.ts'
import type { Account } from './account.ts'
import type { Chain, UserOptions } from './chain.ts'
import type { Committee } from './committee.ts'
import { argument, entryFunctionPayload, type Payload } from './payloads.ts'
import { person } from './people.ts'
import { type Property, type TokenId, TokenV1 } from './token-v1.ts'
import { type DigitalAsset, TokenV2 } from './token-v2.ts'
import type { WriteSet } from './write-set.ts'

type Offer = { from: Account; to: Account; id: TokenId }

/** Everything that people can do on the demo's Aptos: each method is one user transaction. */
export class Deeds {
  readonly v1 = new TokenV1()
  readonly v2 = new TokenV2()
  readonly offers: Offer[] = []
  /** Once it is founded. */
  committee: Committee | undefined
  /** The number of the next everyday token; the milestones use smaller ones. */
  nextIndex = 20
  readonly chain: Chain
  readonly people: readonly Account[]
  readonly random: Random
  private readonly lights: string

  constructor(chain: Chain, people: readonly Account[], random: Random, lights: string) {
    this.chain = chain
    this.people = people
    this.random = random
    this.lights = lights
  }

  who(name: Parameters<typeof person>[1]): Account {
    return person(this.people, name)
  }

  someone(except?: Account): Account {
    const found = this.random.pick(this.people.slice(0, 24))
    return found === except ? this.someone(except) : found
  }

  uri(index: number): string {
    return `${this.lights}${1 + (index % 60)}.json`
  }

  /** The document of one of the lights: a collection has its picture. */
  collectionUri(name: string): string {
    return this.uri(name.length)
  }

  do(sender: Account, payload: Payload, effect: (set: WriteSet) => void, options?: UserOptions) {
    return this.chain.user(sender, payload, effect, { gas: BigInt(this.random.whole(4, 60)), ...options })
  }

  pay(from: Account, to: Account, octas: bigint, options?: UserOptions) {
    const { isModuleEra } = this.chain
    const payload = entryFunctionPayload(
      '0x1::aptos_account::transfer',
      [],
      [argument.address(to.address), argument.u64(octas)],
    )
    const effect = (set: WriteSet) => {
      from.withdraw(set, octas, isModuleEra)
      to.deposit(set, octas, isModuleEra)
    }
    return this.do(from, payload, effect, options)
  }

  createCollection(creator: Account, name: string, maximum = 0) {
    const uri = this.collectionUri(name)
    const args = [
      ...[name, `${name}, token v1`, uri].map(argument.text),
      argument.u64(maximum),
      argument.bools([true, true, false]),
    ]
    const payload = entryFunctionPayload('0x3::token::create_collection_script', [], args)
    return this.do(creator, payload, (set) => this.v1.createCollection(set, this.chain, creator, name, uri, maximum))
  }

  async mint(creator: Account, collection: string, name: string, index: number, amount = 1): Promise<TokenId> {
    const id = { creator, collection, name, version: 0 }
    const uri = this.uri(index)
    const texts = [collection, name, `${name} of ${collection}`].map(argument.text)
    const numbers = [argument.u64(amount), argument.u64(0), argument.text(uri), argument.address(creator.address)]
    const royalty = [argument.u64(100), argument.u64(5), argument.bools([true, true, true, true, true])]
    const properties = [argument.texts(['lit']), argument.hexes(['0x01']), argument.texts(['bool'])]
    const payload = entryFunctionPayload(
      '0x3::token::create_token_script',
      [],
      [...texts, ...numbers, ...royalty, ...properties],
    )
    const lit = [{ key: 'lit', type: 'bool', value: '0x01' }]
    await this.do(creator, payload, (set) => this.v1.mint(set, this.chain, id, BigInt(amount), uri, lit))
    return id
  }

  /** Two signers in one transaction, as the first token v1 transfers were made. */
  give(from: Account, to: Account, id: TokenId, amount = 1n, options: UserOptions = {}) {
    const payload = entryFunctionPayload(
      '0x3::token::direct_transfer_script',
      [],
      [...tokenArguments(id), argument.u64(amount)],
    )
    const effect = (set: WriteSet) => this.v1.transfer(set, this.chain, from, to, id, amount)
    return this.do(from, payload, effect, { secondary: [to], ...options })
  }

  /** To someone who opted in to direct transfers. */
  send(from: Account, to: Account, id: TokenId, amount = 1n, options: UserOptions = {}) {
    const args = [
      ...tokenArguments(id).slice(0, 3),
      argument.u64(id.version),
      argument.address(to.address),
      argument.u64(amount),
    ]
    const payload = entryFunctionPayload('0x3::token::transfer_with_opt_in', [], args)
    return this.do(from, payload, (set) => this.v1.transfer(set, this.chain, from, to, id, amount), options)
  }

  async offer(from: Account, to: Account, id: TokenId): Promise<Offer> {
    const args = [argument.address(to.address), ...tokenArguments(id), argument.u64(1)]
    const payload = entryFunctionPayload('0x3::token_transfers::offer_script', [], args)
    await this.do(from, payload, (set) => this.v1.offer(set, this.chain, from, to, id, 1n))
    const offer = { from, to, id }
    this.offers.push(offer)
    return offer
  }

  claim(offer: Offer) {
    this.offers.splice(this.offers.indexOf(offer), 1)
    const args = [argument.address(offer.from.address), ...tokenArguments(offer.id)]
    const payload = entryFunctionPayload('0x3::token_transfers::claim_script', [], args)
    return this.do(offer.to, payload, (set) => this.v1.claim(set, this.chain, offer.from, offer.to, offer.id))
  }

  cancel(offer: Offer) {
    this.offers.splice(this.offers.indexOf(offer), 1)
    const args = [argument.address(offer.to.address), ...tokenArguments(offer.id)]
    const payload = entryFunctionPayload('0x3::token_transfers::cancel_offer_script', [], args)
    return this.do(offer.from, payload, (set) => this.v1.cancelOffer(set, this.chain, offer.from, offer.to, offer.id))
  }

  burn(owner: Account, id: TokenId) {
    const payload = entryFunctionPayload('0x3::token::burn', [], [...tokenArguments(id), argument.u64(1)])
    return this.do(owner, payload, (set) => this.v1.burn(set, this.chain, owner, id, 1n))
  }

  async mutate(owner: Account, id: TokenId, properties: Property[]): Promise<TokenId> {
    let changed = id
    const [creator, collection, name, version] = tokenArguments(id)
    if (!creator || !collection || !name || !version) throw new RangeError('a token id has four parts')
    const lists = [properties.map((p) => p.key), properties.map((p) => p.type)].map(argument.texts)
    const values = argument.hexes(properties.map((p) => p.value))
    const args = [argument.address(owner.address), creator, collection, name, version, argument.u64(1)]
    const payload = entryFunctionPayload(
      '0x3::token::mutate_token_properties',
      [],
      [...args, ...lists.slice(0, 1), values, ...lists.slice(1)],
    )
    await this.do(id.creator, payload, (set) => {
      changed = this.v1.mutate(set, this.chain, owner, id, properties)
    })
    return changed
  }

  async createAssets(creator: Account, name: string) {
    let made: ReturnType<TokenV2['createCollection']> | undefined
    const uri = this.collectionUri(name)
    const payload = entryFunctionPayload(
      '0x4::aptos_token::create_collection',
      [],
      [
        ...[argument.text(`${name}, digital assets`), argument.u64(1_000), argument.text(name), argument.text(uri)],
        ...[argument.bools([true, true, true, true, true]), argument.u64(5), argument.u64(100)],
      ],
    )
    await this.do(creator, payload, (set) => {
      made = this.v2.createCollection(set, creator, name, uri)
    })
    if (!made) throw new Error('the collection was not made')
    return made
  }

  async mintAsset(collection: DigitalAsset['collection'], name: string, index: number) {
    const uri = this.uri(index)
    const texts = [collection.name, `${name}, a digital asset`, name, uri].map(argument.text)
    const none = [argument.texts([]), argument.texts([]), argument.hexes([])]
    const payload = entryFunctionPayload('0x4::aptos_token::mint', [], [...texts, ...none])
    await this.do(collection.creator, payload, (set) => {
      this.v2.mint(set, this.chain, collection, name, uri)
    })
  }

  sendAsset(asset: DigitalAsset, to: Account) {
    const args = [argument.address(asset.address), argument.address(to.address)]
    const payload = entryFunctionPayload('0x1::object::transfer', ['0x4::token::Token'], args)
    return this.do(asset.owner, payload, (set) => this.v2.transfer(set, this.chain, asset, to))
  }

  describeAsset(asset: DigitalAsset, description: string) {
    const args = [argument.address(asset.address), argument.text(description)]
    const payload = entryFunctionPayload('0x4::aptos_token::set_description', ['0x4::aptos_token::AptosToken'], args)
    return this.do(asset.collection.creator, payload, (set) => this.v2.mutate(set, this.chain, asset, description))
  }

  burnAsset(asset: DigitalAsset) {
    const payload = entryFunctionPayload(
      '0x4::aptos_token::burn',
      ['0x4::aptos_token::AptosToken'],
      [argument.address(asset.address)],
    )
    return this.do(asset.collection.creator, payload, (set) => this.v2.burn(set, this.chain, asset))
  }
}

const tokenArguments = (id: TokenId) => [
  argument.address(id.creator.address),
  argument.text(id.collection),
  argument.text(id.name),
  argument.u64(id.version),
]
