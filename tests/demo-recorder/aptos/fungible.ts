import { primaryStore } from '#lib/aptos/chain/decode/asset-ids.ts'
import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import type { Account } from './account.ts'
import { entryFunction, standInBytecode } from './genesis.ts'
import { namedObject } from './hashes.ts'
import { handleJson, type WriteSet } from './write-set.ts'

type Kind = {
  creator: Account
  name: string
  symbol: string
  decimals: number
  maximum: bigint | undefined
  /** The issuer's module, which keeps the references. */
  module: string
  /** Whether a function of the module runs with every withdrawal. */
  hasHook: boolean
}
export type DemoAsset = Kind & { address: string; supply: bigint; stores: Map<Account, Store> }
type Store = { balance: bigint; isFrozen: boolean }

/** The interface of a function that the framework calls instead of its own. */
const withdrawHook = {
  ...entryFunction('withdraw', ['0x1::object::Object<T0>', 'u64', '&0x1::fungible_asset::TransferRef']),
  is_entry: false,
  generic_type_params: [{ constraints: ['key'] }],
  return: ['0x1::fungible_asset::FungibleAsset'],
}

/** The first creation number of an object: 2^50. */
const firstCreation = 1_125_899_906_842_624
const site = 'https://harbor-studio.example'

/** Module 0x1::fungible_asset: assets whose issuers keep all references in a module of their own. */
export class FungibleAssets {
  create(set: WriteSet, kind: Kind): DemoAsset {
    const { creator, module } = kind
    const asset = { ...kind, address: namedObject(creator.address, kind.symbol), supply: 0n, stores: new Map() }
    const field = (name: string, type: string) => ({ name, type: `0x1::fungible_asset::${type}` })
    set.module(creator.address, module, standInBytecode(module), {
      friends: [],
      exposed_functions: [
        entryFunction('mint', ['&signer', 'address', 'u64']),
        entryFunction('freeze_store', ['&signer', 'address']),
        ...(kind.hasHook ? [withdrawHook] : []),
      ],
      structs: [
        {
          name: 'Management',
          is_native: false,
          is_event: false,
          abilities: ['key'],
          generic_type_params: [],
          fields: [field('mint_ref', 'MintRef'), field('burn_ref', 'BurnRef'), field('transfer_ref', 'TransferRef')],
        },
      ],
    })
    this.writeObject(set, asset)
    return asset
  }

  mint(set: WriteSet, asset: DemoAsset, to: Account, amount: bigint): void {
    asset.supply += amount
    this.writeObject(set, asset)
    this.change(set, asset, to, amount)
  }

  transfer(set: WriteSet, asset: DemoAsset, from: Account, to: Account, amount: bigint): void {
    this.change(set, asset, from, -amount)
    this.change(set, asset, to, amount)
  }

  freeze(set: WriteSet, asset: DemoAsset, owner: Account): void {
    const store = storeOf(asset, owner)
    store.isFrozen = true
    set.moduleEvent('0x1::fungible_asset::Frozen', { store: shortAddress(addressOf(asset, owner)), frozen: true })
    this.writeStore(set, asset, owner)
  }

  private change(set: WriteSet, asset: DemoAsset, owner: Account, amount: bigint): void {
    storeOf(asset, owner).balance += amount
    const size = amount < 0n ? -amount : amount
    set.moduleEvent(`0x1::fungible_asset::${amount < 0n ? 'Withdraw' : 'Deposit'}`, {
      store: shortAddress(addressOf(asset, owner)),
      amount: String(size),
    })
    this.writeStore(set, asset, owner)
  }

  private writeStore(set: WriteSet, asset: DemoAsset, owner: Account): void {
    const { balance, isFrozen } = storeOf(asset, owner)
    const address = addressOf(asset, owner)
    set.resource(address, '0x1::object::ObjectCore', core(address, owner.address))
    set.resource(address, '0x1::fungible_asset::FungibleStore', {
      metadata: { inner: shortAddress(asset.address) },
      balance: String(balance),
      frozen: isFrozen,
    })
  }

  /** A write of any resource of an object is shown with all others of its group. */
  private writeObject(set: WriteSet, asset: DemoAsset): void {
    const { address, creator, module, supply, maximum } = asset
    const place = `${shortAddress(creator.address)}::${module}`
    const reference = { metadata: { inner: shortAddress(address) } }
    const none = { vec: [] }
    const hook = { module_address: shortAddress(creator.address), module_name: module, function_name: 'withdraw' }
    set.resource(address, '0x1::object::ObjectCore', core(address, creator.address))
    set.resource(address, '0x1::fungible_asset::Metadata', {
      name: asset.name,
      symbol: asset.symbol,
      decimals: asset.decimals,
      icon_uri: asset.hasHook ? '' : `${site}/${asset.symbol.toLowerCase()}.svg`,
      project_uri: asset.hasHook ? '' : site,
    })
    if (asset.hasHook)
      set.resource(address, '0x1::fungible_asset::DispatchFunctionStore', {
        withdraw_function: { vec: [hook] },
        deposit_function: none,
        derived_balance_function: none,
      })
    set.resource(address, `${place}::Management`, {
      mint_ref: reference,
      burn_ref: reference,
      transfer_ref: reference,
    })
    const most = maximum ?? 2n ** 128n - 1n
    set.resource(address, '0x1::fungible_asset::ConcurrentSupply', {
      current: { value: String(supply), max_value: String(most) },
    })
  }
}

const addressOf = (asset: DemoAsset, owner: Account): string => primaryStore(owner.address, asset.address)

const storeOf = (asset: DemoAsset, owner: Account): Store => {
  const store = asset.stores.get(owner) ?? { balance: 0n, isFrozen: false }
  asset.stores.set(owner, store)
  return store
}

const core = (address: string, owner: string) => ({
  allow_ungated_transfer: true,
  guid_creation_num: String(firstCreation + 1),
  owner: shortAddress(owner),
  transfer_events: handleJson({ owner: address, creation: firstCreation, count: 0 }),
})
