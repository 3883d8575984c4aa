import * as z from 'zod'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'
import { toBytes, toHex, toInteger } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { longAddress } from '#lib/base/hex.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import type { TokenName } from './bytes.ts'
import { addressField, boundedU64, hexBytesField, readFields, type Typed, tokenIdField } from './node-fields.ts'

const numberBytes: Partial<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, u256: 32 }

/**
 * The value of a property, the BCS of its type in hex, as text. It stays hex where it has no plain text (an address, a custom
 * type) or does not match its type.
 */
export const propertyValue = (type: string | undefined, hex: string): string => {
  if (type === undefined || !/^0x([0-9a-f]{2})*$/i.test(hex)) return hex
  const bytes = toBytes(hex)
  if (type === 'string') return bcsText(bytes) ?? hex
  if (type === 'bool' && bytes.length === 1 && (bytes[0] ?? 2) < 2) return bytes[0] === 1 ? 'true' : 'false'
  return numberBytes[type] === bytes.length ? littleEndian(bytes) : hex
}

const bcsText = (bytes: Uint8Array): string | undefined => {
  try {
    const reader = new BcsReader(bytes)
    const text = reader.text()
    return reader.isAtEnd ? text : undefined
  } catch {
    return undefined
  }
}

const littleEndian = (bytes: Uint8Array): string => toInteger(bytes.toReversed()).toString()

/** `0x3::property_map::PropertyMap` as returned by the node; each value is the BCS of its type in hex. */
const propertyMap = z.object({
  map: z.object({
    data: z.array(z.object({ key: z.string(), value: z.object({ type: z.string(), value: z.string() }) })),
  }),
})

type PropertyMapJson = z.output<typeof propertyMap>

/**
 * The properties as JSON text of an object of texts, in order. Values without plain text (an address, a custom type,
 * bytes that do not match their type) stay hex; anything other than a property map is unchanged.
 */
export const propertiesText = (json: unknown): string => {
  const read = propertyMap.safeParse(json)
  if (!read.success) return JSON.stringify(json ?? {})
  const entries = read.data.map.data.map(
    ({ key, value }) => [key, propertyValue(shortType(value.type), value.value)] as const,
  )
  // Not an object literal: a key may be `__proto__`.
  return JSON.stringify(Object.fromEntries(entries))
}

/** The only type that has a name besides the numbers and `bool`. */
const shortType = (type: string): string => (type === '0x1::string::String' ? 'string' : type)

/** The current item of a token table under one id. */
type TokenItem = { token: TokenName; propertyVersion: string; amount: string; properties: string | null }

/** A change of some table. `read` returns the item; it throws if the bytes, of some other table, are not a token. */
export type ItemChange = { handle: string; token: TokenName; propertyVersion: string; read: () => TokenItem }

const tokenIdType = '0x3::token::TokenId'
const tokenType = '0x3::token::Token'

const tokenValue = z.object({ id: tokenIdField, amount: boundedU64, token_properties: z.unknown() })

/**
 * A write or deletion of a table item whose key is a token's id; undefined for any other item. A node without a table
 * index only returns bytes (`data` null): they are parsed if they are exactly a token's id. @throws ServiceError
 * `upstream_failed` for an item that contradicts its own type.
 */
export const tokenItemChange = (change: Typed, version: string): ItemChange | undefined => {
  const { data } = change
  if (isFields(data)) return data.key_type === tokenIdType ? describedChange(change, data, version) : undefined
  const id = rawTokenId(readFields(hexBytesField, change.key, 'the key of a table item', version))
  if (id === undefined) return undefined
  const handle = handleOf(change, version)
  if (change.type === 'delete_table_item') return gone(handle, id)
  return { handle, ...id, read: () => rawToken(change.value, version) }
}

const describedChange = (change: Typed, data: Fields, version: string): ItemChange | undefined => {
  const handle = handleOf(change, version)
  if (change.type === 'delete_table_item')
    return gone(handle, idOf(readFields(tokenIdField, data.key, 'a token’s id', version)))
  if (data.value_type !== tokenType) return undefined
  const token = readFields(tokenValue, data.value, 'a token', version)
  const id = idOf(token.id)
  const read = () => ({ ...id, amount: plain(token.amount), properties: propertiesText(token.token_properties) })
  return { handle, ...id, read }
}

const handleOf = (change: Typed, version: string): string =>
  longAddress(readFields(addressField, change.handle, 'the handle of a table', version))

const plain = (amount: string): string => BigInt(amount).toString()

const idOf = ({ token_data_id, property_version }: z.output<typeof tokenIdField>) => ({
  token: token_data_id,
  propertyVersion: plain(property_version),
})

type TokenKey = Pick<TokenItem, 'token' | 'propertyVersion'>

const gone = (handle: string, id: TokenKey): ItemChange => ({
  handle,
  ...id,
  read: () => ({ ...id, amount: '0', properties: null }),
})

/** `TokenId`: creator, collection, name, property version. */
const readTokenId = (reader: BcsReader): TokenKey => ({
  token: { creator: reader.address(), collection: reader.text(), name: reader.text() },
  propertyVersion: reader.u64().toString(),
})

/** The shortest id: an address, two empty texts, a number. */
const tokenIdBytesMin = 32 + 1 + 1 + 8

const rawTokenId = (hex: string): TokenKey | undefined => {
  if (hex.length < 2 + 2 * tokenIdBytesMin) return undefined
  try {
    const reader = new BcsReader(Buffer.from(hex.slice(2), 'hex'))
    const id = readTokenId(reader)
    return reader.isAtEnd ? id : undefined
  } catch (error) {
    if (error instanceof BcsError) return undefined
    throw error
  }
}

/** `Token`: its id, the amount, the property map. */
const rawToken = (value: unknown, version: string): TokenItem => {
  const hex = readFields(hexBytesField, value, 'the value of a table item', version)
  try {
    const reader = new BcsReader(Buffer.from(hex.slice(2), 'hex'))
    const id = readTokenId(reader)
    const amount = reader.u64().toString()
    const properties = propertiesText(readPropertyMap(reader))
    reader.end()
    return { ...id, amount, properties }
  } catch (error) {
    if (!(error instanceof BcsError)) throw error
    throw new ServiceError(
      'upstream_failed',
      `The Aptos node's response for version ${version} has a token in an unexpected encoding.`,
      {
        cause: error,
      },
    )
  }
}

/** `PropertyMap`: a vector of key, value bytes, type. */
const readPropertyMap = (reader: BcsReader): PropertyMapJson => {
  const data: PropertyMapJson['map']['data'] = []
  for (let left = reader.length(); left > 0; left--) {
    const key = reader.text()
    const value = toHex(reader.bytes())
    data.push({ key, value: { value, type: reader.text() } })
  }
  return { map: { data } }
}
