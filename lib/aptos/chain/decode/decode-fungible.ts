import * as z from 'zod'
import type { AptosAssetActivityRow } from '#lib/aptos/chain/tables.ts'
import { longAddress } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { aptCoinType, coinTypeLengthMax, pairedMetadata, primaryStore } from './asset-ids.ts'
import { sharedBytes32 } from './bytes.ts'
import {
  type FungibleEvent,
  feeStatementField,
  feeStatementType,
  fungibleEvents,
  storeDeletion,
  storeDeletionType,
} from './fungible-events.ts'
import type { FungibleFacts } from './fungible-facts.ts'
import { type DeletedStore, type FungibleState, readFungibleState } from './fungible-state.ts'
import { addressField, anyList, boundedU64, readFields, readTyped } from './node-fields.ts'

/** What a user's transaction says of its fee and its call. */
type SentPayload = {
  sender: string
  /** Octas that were burnt for gas. */
  gasFee: string
  isSuccess: boolean
  /** The account that paid instead of the sender. A long address. */
  feePayer: string | null
  /** The called entry function, also of a multisig account; null for a script. */
  entryFunction: string | null
}

const entryFunctionLengthMax = 1_000

const entryFunction = z.object({ type: z.literal('entry_function_payload'), function: z.string() })
const multisig = z.object({ type: z.literal('multisig_payload'), transaction_payload: entryFunction })
const called = z
  .union([entryFunction, multisig.transform((payload) => payload.transaction_payload)])
  .transform((payload) => payload.function.slice(0, entryFunctionLengthMax))
const sponsoredType = 'fee_payer_signature'
const sponsored = z.object({ fee_payer_address: addressField })
const sent = z.object({
  sender: addressField,
  gas_used: boundedU64,
  gas_unit_price: boundedU64,
  success: z.boolean(),
  // Without them, the called function and another payer are not known.
  payload: z.unknown().optional(),
  signature: z.unknown().optional(),
})

/** @throws ServiceError `upstream_failed` if the transaction has no fee or outcome. */
const readSentPayload = (transaction: unknown, version: string): SentPayload => {
  const { sender, gas_used, gas_unit_price, success, payload, signature } = readFields(
    sent,
    transaction,
    'a user’s transaction',
    version,
  )
  const call = called.safeParse(payload)
  // Most are not sponsored: a schema that does not match costs more than everything else here.
  const isSponsored = isFields(signature) && signature.type === sponsoredType
  const payer = isSponsored ? sponsored.safeParse(signature) : undefined
  return {
    sender: longAddress(sender),
    gasFee: String(BigInt(gas_used) * BigInt(gas_unit_price)),
    isSuccess: success,
    feePayer: payer?.success ? longAddress(payer.data.fee_payer_address) : null,
    entryFunction: call.success ? call.data : null,
  }
}

/** The type and the index of the activity that every user's transaction has besides its events: what its gas cost. */
const gasFeeType = '0x1::aptos_coin::GasFeeEvent'
export const gasFeeIndex = -1

const guid = z.object({
  guid: z.object({ account_address: addressField, creation_number: boundedU64 }),
  data: z.unknown(),
})
const parts = z.object({
  events: anyList.optional(),
  changes: anyList.optional(),
  timestamp: boundedU64.refine((text) => Number.isSafeInteger(Number(text))).optional(),
})
/** Kinds whose events Aptos Labs' index reads; others only change state. */
const kindsWithEvents = [
  'user_transaction',
  'block_metadata_transaction',
  'validator_transaction',
  'genesis_transaction',
]

type At = { chainId: number; number: number; type: string }

/**
 * The coin and fungible asset activities of a transaction of any kind, and the stores after it: the rows of Aptos Labs'
 * `fungible_asset_processor`. Undefined if it has none. @throws ServiceError `upstream_failed` for an event or resource in
 * another format.
 */
export const decodeFungible = (transaction: unknown, { chainId, number, type }: At): FungibleFacts | undefined => {
  const version = String(number)
  const { events = [], changes = [], timestamp = '0' } = readFields(parts, transaction, 'a transaction', version)
  const seen = kindsWithEvents.includes(type) ? events : []
  const deleted = deletedIn(seen, version)
  const state = readFungibleState(changes, version, deleted)
  const user = type === 'user_transaction' ? readSentPayload(transaction, version) : undefined
  const facts: FungibleFacts = {
    version: number,
    timestamp: Number(timestamp),
    activities: [],
    stores: state.stores,
    assets: state.assets,
  }
  const common = {
    chain_id: chainId,
    transaction_version: number,
    transaction_timestamp: facts.timestamp,
    entry_function: user?.entryFunction ?? null,
  }
  if (user) {
    const asset = pairedMetadata(aptCoinType)
    facts.activities.push({
      ...common,
      event_index: gasFeeIndex,
      asset_id: sharedBytes32(asset),
      owner_address: sharedBytes32(user.sender),
      storage_id: sharedBytes32(primaryStore(user.sender, asset)),
      gas_fee_payer_address: user.feePayer === null ? null : sharedBytes32(user.feePayer),
      token_standard: 'v1',
      event_type: gasFeeType,
      amount: user.gasFee,
      is_frozen: null,
      is_transaction_success: user.isSuccess ? 1 : 0,
      storage_refund_amount: refundIn(seen, version),
    })
  }
  for (const [index, event] of seen.entries()) {
    const { type: name } = readTyped(event, 'an event', version)
    const reader = fungibleEvents.get(name)
    if (reader === undefined) continue
    const what = `an event ${name}`
    const { guid: place, data } = readFields(guid, event, what, version)
    const account = longAddress(place.account_address)
    const found = readFields(reader, data, what, version)(account)
    const side =
      found.store === undefined
        ? coinSide(found, `${account} ${place.creation_number}`, state, facts)
        : storeSide(found.store, state, deleted)
    if (side === undefined) continue
    facts.activities.push({
      ...common,
      event_index: index,
      ...side,
      gas_fee_payer_address: null,
      event_type: name,
      amount: found.amount,
      is_frozen: found.isFrozen === null ? null : found.isFrozen ? 1 : 0,
      is_transaction_success: 1,
      storage_refund_amount: '0',
    })
  }
  const isEmpty = facts.activities.length === 0 && facts.stores.length === 0 && facts.assets.length === 0
  return isEmpty ? undefined : facts
}

type Side = Pick<AptosAssetActivityRow, 'asset_id' | 'owner_address' | 'storage_id' | 'token_standard'>

/** Events of handles do not name their coin: the store with the handle does. Without it the event has no row. */
const coinSide = (
  { account = '', coinType: named }: FungibleEvent,
  handle: string,
  { coinOfHandle, deletedCoinOf }: FungibleState,
  { assets }: FungibleFacts,
): Side | undefined => {
  const coinType = named ?? coinOfHandle.get(handle) ?? deletedCoinOf.get(account)
  if (coinType === undefined || coinType.length > coinTypeLengthMax) return undefined
  const asset = pairedMetadata(coinType)
  if (named !== undefined) assets.push({ asset, coinType })
  return {
    asset_id: sharedBytes32(asset),
    owner_address: sharedBytes32(account),
    storage_id: sharedBytes32(primaryStore(account, asset)),
    token_standard: 'v1',
  }
}

/** The owner and the asset of a store, as far as the transaction shows them. */
const storeSide = (storage: string, { objects }: FungibleState, deleted: ReadonlyMap<string, DeletedStore>): Side => {
  const object = objects.get(storage)
  const gone = object === undefined ? deleted.get(storage) : undefined
  const [owner, asset] = [object?.owner ?? gone?.owner, object?.store?.asset ?? gone?.asset]
  return {
    asset_id: asset === undefined ? null : sharedBytes32(asset),
    owner_address: owner === undefined ? null : sharedBytes32(owner),
    storage_id: sharedBytes32(storage),
    token_standard: 'v2',
  }
}

const deletedIn = (events: readonly unknown[], version: string): Map<string, DeletedStore> => {
  const stores = new Map<string, DeletedStore>()
  for (const event of events) {
    const { type, data } = readTyped(event, 'an event', version)
    if (type !== storeDeletionType) continue
    const { store, owner, metadata } = readFields(storeDeletion, data, `an event ${type}`, version)
    stores.set(longAddress(store), { owner: longAddress(owner), asset: longAddress(metadata) })
  }
  return stores
}

const refundIn = (events: readonly unknown[], version: string): string => {
  for (const event of events) {
    const { type, data } = readTyped(event, 'an event', version)
    if (type === feeStatementType)
      return readFields(feeStatementField, data, `an event ${type}`, version).storage_fee_refund_octas
  }
  return '0'
}
