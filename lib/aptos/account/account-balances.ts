import * as z from 'zod'
import { type MoveType, moveTypeText, parseMoveType, structName } from '#lib/aptos/api/format/move-type.ts'
import { aptCoinType, pairedMetadata, primaryStore } from '#lib/aptos/chain/decode/asset-ids.ts'
import { isUnreadable, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { MoveResource, StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import type { AptosBalance } from './contract.ts'

const fungibleStore = z.object({ balance: u64, frozen: z.boolean() })
const concurrentBalance = z.object({ balance: z.object({ value: u64 }) })

type FungibleBalance = { amount: bigint; isFrozen: boolean }

/** The balance of a fungible store; undefined if there is no store at this address. */
const readFungibleStore = async (
  state: StateReader,
  address: string,
  version: number,
  signal?: AbortSignal,
): Promise<FungibleBalance | undefined> => {
  const [store, concurrent] = await Promise.all([
    state.resource(address, '0x1::fungible_asset::FungibleStore', version, signal),
    state.resource(address, '0x1::fungible_asset::ConcurrentFungibleBalance', version, signal),
  ])
  const read = fungibleStore.safeParse(store)
  if (!read.success) return undefined
  // A store with a concurrent balance keeps 0 in its own field.
  const more = concurrentBalance.safeParse(concurrent)
  return {
    amount: BigInt(read.data.balance) + BigInt(more.success ? more.data.balance.value : 0),
    isFrozen: read.data.frozen,
  }
}

/** Coins whose names and paired assets are read; an account may have been given any number. */
const coinsMax = 25

const coinStore = z.object({ coin: z.object({ value: u64 }), frozen: z.boolean().catch(false) })
const coinInfo = z.object({
  name: z.string().max(200),
  symbol: z.string().max(100),
  decimals: z.number().int().min(0).max(255),
})

const apt = { name: 'Aptos Coin', symbol: 'APT', decimals: 8 }

type StateAt = { state: StateReader; address: string; version: number; signal: AbortSignal | undefined }
type Coin = { type: MoveType; amount: bigint; isFrozen: boolean }

/**
 * The coins of an account, each with the fungible asset that the chain pairs it with, and always APT. Other fungible assets
 * cannot be found from an account's resources. `isWhole` is false if it has more coins than are read.
 */
export const accountBalances = async (
  at: StateAt,
  resources: readonly MoveResource[],
): Promise<{ balances: AptosBalance[]; isWhole: boolean }> => {
  const held = resources.flatMap(coinOf)
  const isApt = ({ type }: Coin) => moveTypeText(type) === aptCoinType
  const aptHeld = held.find(isApt) ?? { type: { name: aptCoinType, args: [] }, amount: 0n, isFrozen: false }
  const others = held.filter((coin) => !isApt(coin)).sort((a, b) => Number(b.amount > 0n) - Number(a.amount > 0n))
  const balances = await Promise.all([aptHeld, ...others.slice(0, coinsMax)].map((coin) => balanceOf(at, coin)))
  return {
    balances: balances.filter(({ amount }, index) => index === 0 || amount !== '0'),
    isWhole: others.length <= coinsMax,
  }
}

/** The APT of an account: in its coin store, and in its primary store of the fungible asset. */
export const aptBalance = async (at: StateAt) => {
  const { state, address, version, signal } = at
  const type = `0x1::coin::CoinStore<${aptCoinType}>`
  const data = await state.resource(address, type, version, signal)
  const [held = { type: { name: aptCoinType, args: [] }, amount: 0n, isFrozen: false }] = coinOf({ type, data })
  const { amount, coin_amount, fungible_amount } = await balanceOf(at, held)
  return { amount, coin_amount, fungible_amount }
}

const coinOf = ({ type, data }: MoveResource): Coin[] => {
  const parsed = type.startsWith('0x1::coin::CoinStore<') ? parseMoveType(type) : undefined
  const coin = parsed?.args[0]
  const store = coinStore.safeParse(data)
  return coin && store.success
    ? [{ type: coin, amount: BigInt(store.data.coin.value), isFrozen: store.data.frozen }]
    : []
}

const balanceOf = async ({ state, address, version, signal }: StateAt, coin: Coin): Promise<AptosBalance> => {
  const text = moveTypeText(coin.type)
  const metadata = pairedMetadata(text)
  const [info, paired] = await Promise.all([
    text === aptCoinType ? apt : coinInfoOf({ state, address, version, signal }, coin.type),
    readFungibleStore(state, primaryStore(address, metadata), version, signal),
  ])
  return {
    asset_type: text,
    paired_metadata: metadata,
    name: info?.name ?? null,
    symbol: info?.symbol ?? null,
    decimals: info?.decimals ?? null,
    amount: String(coin.amount + (paired?.amount ?? 0n)),
    coin_amount: String(coin.amount),
    fungible_amount: String(paired?.amount ?? 0n),
    is_frozen: coin.isFrozen || (paired?.isFrozen ?? false),
  }
}

const coinInfoOf = async ({ state, version, signal }: StateAt, type: MoveType) => {
  const issuer = structName(type.name)?.address
  const text = moveTypeText(type).replaceAll(' ', '')
  if (issuer === undefined) return undefined
  const read = state.resource(issuer, `0x1::coin::CoinInfo<${text}>`, version, signal)
  // A coin without a name does not cost the others.
  const info = await read.catch((error: unknown) => {
    if (isUnreadable(error)) return undefined
    throw error
  })
  return coinInfo.safeParse(info).data
}
