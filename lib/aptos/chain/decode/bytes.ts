import { hash } from 'node:crypto'
import * as z from 'zod'
import type { AptosTokenActivityRow } from '#lib/aptos/chain/tables.ts'
import { longAddress, wordOf } from '#lib/base/hex.ts'
import { addressField, boundedU64, tokenDataId, tokenIdField } from './node-fields.ts'

/** The 32 bytes of an address, table handle or hash in hex (0x and up to 64 digits). */
export const toBytes32 = (hex: string): Uint8Array => Buffer.from(wordOf(hex), 'hex')

const keptMax = 20_000
const kept = new Map<string, Uint8Array>()

/**
 * The same bytes, shared by rows that name the same address: transactions name few addresses often, and what a thread sends once
 * in a message is read once. Not to be written to. A Map that is emptied when it is full: to find one takes 189 ns, with `lru-cache`
 * 331, about as long as computing it again (368).
 */
export const sharedBytes32 = (hex: string): Uint8Array => {
  const known = kept.get(hex)
  if (known !== undefined) return known
  const bytes = toBytes32(hex)
  if (kept.size >= keptMax) kept.clear()
  kept.set(hex, bytes)
  return bytes
}

/** The text, truncated to whole characters within `bytesMax` bytes of UTF-8. */
export const cutToBytes = (text: string, bytesMax: number): string => {
  if (text.length * 3 <= bytesMax) return text
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= bytesMax) return text
  let end = bytesMax
  // Bytes 10xxxxxx continue a character that started before.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}

/** The identity of a token of module 0x3::token; the creator in any format. */
export type TokenName = { creator: string; collection: string; name: string }

/** The columns that identify the token of a row. */
export type TokenColumns = Pick<
  AptosTokenActivityRow,
  | 'creator_address'
  | 'collection_data_id_hash'
  | 'token_data_id_hash'
  | 'property_version'
  | 'collection_name'
  | 'name'
  | 'token_standard'
>

/** Displayed length of names; the ids are hashes of the full names. */
export const nameBytesMax = 128
export const uriBytesMax = 512

const sha256 = (text: string): Uint8Array => hash('sha256', text, 'buffer')

/** The id of a collection: sha256 of `creator::collection`, the creator with all of its 64 digits. */
export const collectionDataIdHash = (creator: string, collection: string): Uint8Array =>
  sha256(`${longAddress(creator)}::${collection}`)

/** The id of a token, whatever its property version: sha256 of `creator::collection::name`. */
export const tokenDataIdHash = ({ creator, collection, name }: TokenName): Uint8Array =>
  sha256(`${longAddress(creator)}::${collection}::${name}`)

export const tokenColumns = (token: TokenName, propertyVersion: string): TokenColumns => ({
  creator_address: toBytes32(token.creator),
  collection_data_id_hash: collectionDataIdHash(token.creator, token.collection),
  token_data_id_hash: tokenDataIdHash(token),
  property_version: propertyVersion,
  collection_name: cutToBytes(token.collection, nameBytesMax),
  name: cutToBytes(token.name, nameBytesMax),
  token_standard: 'v1',
})

/** Distinguishes editions: the token's id and the property version. */
export const editionKey = ({
  token_data_id_hash,
  property_version,
}: Pick<TokenColumns, 'token_data_id_hash' | 'property_version'>): string =>
  `${Buffer.from(token_data_id_hash).toString('latin1')} ${property_version}`

/** The content of an event of module 0x3::token or 0x3::token_transfers; addresses as the node returns them. */
type TokenEvent = {
  token: TokenName
  propertyVersion: string
  from: string | null
  to: string | null
  amount: string
}

type Reader = z.ZodType<(account: string) => TokenEvent>

const account = z.object({ account: addressField })
const minted = z.object({ id: tokenDataId, amount: boundedU64 })
const moved = z.object({ id: tokenIdField, amount: boundedU64 })
const changed = z.object({ new_id: tokenIdField })
const offered = z.object({ token_id: tokenIdField, to_address: addressField, amount: boundedU64 })

const ofToken = ({ token_data_id, property_version }: z.output<typeof tokenIdField>) => ({
  token: token_data_id,
  propertyVersion: BigInt(property_version).toString(),
})

const mint = (data: z.output<typeof minted>, from: string): TokenEvent => ({
  token: data.id,
  propertyVersion: '0',
  from,
  to: null,
  amount: data.amount,
})
const leave = (data: z.output<typeof moved>, from: string): TokenEvent => ({
  ...ofToken(data.id),
  from,
  to: null,
  amount: data.amount,
})
const arrive = (data: z.output<typeof moved>, to: string): TokenEvent => ({
  ...ofToken(data.id),
  from: null,
  to,
  amount: data.amount,
})
const change = (data: z.output<typeof changed>, from: string): TokenEvent => ({
  ...ofToken(data.new_id),
  from,
  to: null,
  amount: '0',
})
const offer = (data: z.output<typeof offered>, from: string): TokenEvent => ({
  ...ofToken(data.token_id),
  from,
  to: data.to_address,
  amount: data.amount,
})

/** The account of an event: that of an event handle, or a field of a module event. */
const ofHandle = <T>(schema: z.ZodType<T>, event: (data: T, account: string) => TokenEvent): Reader =>
  schema.transform((data) => (holder) => event(data, holder))
const ofModule = <T>(
  schema: z.ZodType<T & { account: string }>,
  event: (data: T, account: string) => TokenEvent,
): Reader => schema.transform((data) => () => event(data, data.account))

/**
 * The events that yield a row, by type, as handle events and as module events. A transfer is two of them: a withdrawal
 * and a deposit.
 */
export const tokenEvents: ReadonlyMap<string, Reader> = new Map([
  ['0x3::token::MintTokenEvent', ofHandle(minted, mint)],
  ['0x3::token::Mint', minted.extend({ creator: addressField }).transform((data) => () => mint(data, data.creator))],
  ['0x3::token::BurnTokenEvent', ofHandle(moved, leave)],
  ['0x3::token::Burn', ofModule(moved.extend(account.shape), leave)],
  ['0x3::token::MutateTokenPropertyMapEvent', ofHandle(changed, change)],
  ['0x3::token::MutatePropertyMap', ofModule(changed.extend(account.shape), change)],
  ['0x3::token::WithdrawEvent', ofHandle(moved, leave)],
  ['0x3::token::TokenWithdraw', ofModule(moved.extend(account.shape), leave)],
  ['0x3::token::DepositEvent', ofHandle(moved, arrive)],
  ['0x3::token::TokenDeposit', ofModule(moved.extend(account.shape), arrive)],
  ['0x3::token_transfers::TokenOfferEvent', ofHandle(offered, offer)],
  ['0x3::token_transfers::TokenCancelOfferEvent', ofHandle(offered, offer)],
  ['0x3::token_transfers::TokenClaimEvent', ofHandle(offered, offer)],
  ['0x3::token_transfers::Offer', ofModule(offered.extend(account.shape), offer)],
  ['0x3::token_transfers::CancelOffer', ofModule(offered.extend(account.shape), offer)],
  ['0x3::token_transfers::Claim', ofModule(offered.extend(account.shape), offer)],
])
