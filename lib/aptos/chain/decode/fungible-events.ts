import * as z from 'zod'
import { longAddress } from '#lib/base/hex.ts'
import { addressField, boundedU64 } from './node-fields.ts'

/** One event of a coin, or of a store of a fungible asset. Addresses are long. */
export type FungibleEvent = {
  /** The owner of a coin; undefined for a fungible asset, whose store knows it. */
  account?: string
  /** In module events only. */
  coinType?: string
  /** The store of a fungible asset. */
  store?: string
  amount: string | null
  isFrozen: boolean | null
}

type Reader = z.ZodType<(account: string) => FungibleEvent>

const ofHandle = z.object({ amount: boundedU64 })
const ofCoin = z.object({ coin_type: z.string(), account: addressField, amount: boundedU64 })
const ofStore = z.object({ store: addressField, amount: boundedU64 })

const coinHandle: Reader = ofHandle.transform(({ amount }) => (account) => ({ account, amount, isFrozen: null }))
const coinModule: Reader = ofCoin.transform(({ coin_type, account, amount }) => () => ({
  account: longAddress(account),
  coinType: coin_type,
  amount,
  isFrozen: null,
}))
const storeHandle: Reader = ofHandle.transform(({ amount }) => (store) => ({ store, amount, isFrozen: null }))
const storeModule: Reader = ofStore.transform(({ store, amount }) => () => ({
  store: longAddress(store),
  amount,
  isFrozen: null,
}))

/** Event handles belong to an account or a store; module events name it. */
export const fungibleEvents: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['0x1::coin::WithdrawEvent', coinHandle],
  ['0x1::coin::DepositEvent', coinHandle],
  ['0x1::coin::CoinWithdraw', coinModule],
  ['0x1::coin::CoinDeposit', coinModule],
  ['0x1::fungible_asset::WithdrawEvent', storeHandle],
  ['0x1::fungible_asset::DepositEvent', storeHandle],
  ['0x1::fungible_asset::Withdraw', storeModule],
  ['0x1::fungible_asset::Deposit', storeModule],
  [
    '0x1::fungible_asset::FrozenEvent',
    z.object({ frozen: z.boolean() }).transform(({ frozen }) => (store: string) => ({
      store,
      amount: null,
      isFrozen: frozen,
    })),
  ],
  [
    '0x1::fungible_asset::Frozen',
    z.object({ store: addressField, frozen: z.boolean() }).transform(({ store, frozen }) => () => ({
      store: longAddress(store),
      amount: null,
      isFrozen: frozen,
    })),
  ],
])

export const storeDeletionType = '0x1::fungible_asset::FungibleStoreDeletion'
export const storeDeletion = z.object({ store: addressField, owner: addressField, metadata: addressField })

export const feeStatementType = '0x1::transaction_fee::FeeStatement'
export const feeStatementField = z.object({ storage_fee_refund_octas: boundedU64 })
