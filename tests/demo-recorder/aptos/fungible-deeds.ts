import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import type { Account } from './account.ts'
import type { Deeds } from './deeds.ts'
import { type DemoAsset, FungibleAssets } from './fungible.ts'
import { argument, entryFunctionPayload } from './payloads.ts'

const fungible = new FungibleAssets()

const call = (asset: DemoAsset, name: string, to: Account, amount?: bigint) => {
  const numbers = amount === undefined ? [] : [argument.u64(Number(amount))]
  return entryFunctionPayload(
    `${shortAddress(asset.creator.address)}::${asset.module}::${name}`,
    [],
    [argument.address(to.address), ...numbers],
  )
}

const create = async (deeds: Deeds, kind: Parameters<FungibleAssets['create']>[1]): Promise<DemoAsset> => {
  const made: DemoAsset[] = []
  const payload = entryFunctionPayload(
    '0x1::code::publish_package_txn',
    [],
    [argument.hex('0x00'), argument.hexes(['0x00'])],
  )
  await deeds.do(kind.creator, payload, (set) => void made.push(fungible.create(set, kind)))
  const [asset] = made
  if (!asset) throw new RangeError('the asset was created')
  return asset
}

const mint = (deeds: Deeds, asset: DemoAsset, to: Account, amount: bigint) =>
  deeds.do(asset.creator, call(asset, 'mint', to, amount), (set) => fungible.mint(set, asset, to, amount))

const send = (deeds: Deeds, asset: DemoAsset, [from, to]: readonly [Account, Account], amount: bigint) => {
  const payload = entryFunctionPayload(
    '0x1::primary_fungible_store::transfer',
    ['0x1::fungible_asset::Metadata'],
    [argument.address(asset.address), argument.address(to.address), argument.u64(Number(amount))],
  )
  return deeds.do(from, payload, (set) => fungible.transfer(set, asset, from, to, amount))
}

/** An asset that is used, with a store that its issuer froze. */
export const pearls = async (deeds: Deeds): Promise<void> => {
  const studio = deeds.who('Harbor Studio')
  const [mira, collector] = [deeds.who('Mira Tolland'), deeds.who('Quiet Collector')]
  const pearl = await create(deeds, {
    creator: studio,
    name: 'Harbor Pearl',
    symbol: 'PEARL',
    decimals: 6,
    maximum: 5_000_000_000_000n,
    module: 'harbor_pearl',
    hasHook: false,
  })
  await mint(deeds, pearl, studio, 1_200_000_000_000n)
  await send(deeds, pearl, [studio, mira], 250_500_000n)
  await send(deeds, pearl, [studio, collector], 90_000_000_000n)
  await send(deeds, pearl, [mira, deeds.who('Salt Bakery')], 12_250_000n)
  await deeds.do(studio, call(pearl, 'freeze_store', collector), (set) => fungible.freeze(set, pearl, collector))
}

/** An asset that looks like APT, advertises a site and was given to accounts that did not ask for it. */
export const lookAlike = async (deeds: Deeds): Promise<void> => {
  const runner = deeds.who('Dune Runner')
  const bait = await create(deeds, {
    creator: runner,
    name: 'Claim at www.apt-gift.example',
    symbol: 'АPT',
    decimals: 8,
    maximum: undefined,
    module: 'gift',
    hasHook: true,
  })
  for (const name of ['Mira Tolland', 'Harbor Studio', 'Salt Bakery'] as const)
    await mint(deeds, bait, deeds.who(name), 100_000_000_000n)
}
