import * as z from 'zod'
import { collectionResource } from '#lib/aptos/chain/decode/digital-assets.ts'
import { readFungibleState } from '#lib/aptos/chain/decode/fungible-state.ts'
import { addressField } from '#lib/aptos/chain/decode/node-fields.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosIndexOptions } from '#lib/aptos/chain/write/aptos-index.ts'
import { NotServed } from '#lib/aptos/chain/write/not-served.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { longAddress } from '#lib/base/hex.ts'

const tokenStore = z.object({ tokens: z.object({ handle: addressField }) })

/**
 * Ledger data from before the start of the index, requested from the node: neither of the two ever changes. A node without
 * resources leaves the data unknown, and everything else is indexed.
 */
export const nodeLookUp = (node: AptosNode): AptosIndexOptions['lookUp'] => {
  const { tokenStore, asset, collection } = lookUpsOf(node)
  return {
    tokenStore: orNotServed(tokenStore),
    asset: orNotServed(asset),
    collection: orNotServed(collection),
  }
}

const orNotServed =
  <Asked, Found>(lookUp: (asked: Asked, signal?: AbortSignal) => Promise<Found>) =>
  async (asked: Asked, signal?: AbortSignal): Promise<Found | NotServed> => {
    try {
      return await lookUp(asked, signal)
    } catch (error) {
      if (isServiceError(error, 'not_available')) return new NotServed()
      throw error
    }
  }

const lookUpsOf = (node: AptosNode) => ({
  tokenStore: async (account: string, signal?: AbortSignal) => {
    const type = '0x3::token::TokenStore'
    const resource = await node.resource(account, type, signal)
    return resource === undefined ? undefined : fieldsOf(tokenStore, resource, type).tokens.handle
  },
  asset: async ({ address, coinType }: { address: string; coinType: string | null }, signal?: AbortSignal) => {
    const coinAt = coinType?.slice(0, coinType.indexOf('::'))
    const coin = coinAt ? await writeOf(node, coinAt, `0x1::coin::CoinInfo<${coinType}>`, signal) : []
    const writes = await Promise.all(fungibleTypes.map((type) => writeOf(node, address, type, signal)))
    const { assets } = readFungibleState([...coin, ...writes.flat()], 'newest', new Map())
    return assets.findLast(({ metadata }) => metadata !== undefined)?.metadata
  },
  collection: async (object: string, signal?: AbortSignal) => {
    const type = '0x4::collection::Collection'
    const resource = await node.resource(object, type, signal)
    if (resource === undefined) return undefined
    const { creator, name, uri } = fieldsOf(collectionResource, resource, type)
    return { creator: longAddress(creator), name, uri }
  },
})

/** The resource of an asset as the decoder reads it; undefined without one. */
const writeOf = async (node: AptosNode, at: string, type: string, signal?: AbortSignal): Promise<object[]> => {
  const data = await node.resource(at, type, signal)
  return data === undefined ? [] : [{ type: 'write_resource', address: at, data: { type, data } }]
}

const fungibleTypes = [
  '0x1::fungible_asset::Metadata',
  '0x1::object::ObjectCore',
  '0x1::fungible_asset::ConcurrentSupply',
  '0x1::fungible_asset::Supply',
]

const fieldsOf = <T>(schema: z.ZodType<T>, resource: unknown, type: string): T => {
  const read = schema.safeParse(resource)
  if (read.success) return read.data
  throw new ServiceError('upstream_failed', `The Aptos node returned the resource ${type} in an unexpected format.`, {
    cause: read.error,
  })
}
