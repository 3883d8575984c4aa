import * as z from 'zod'
import { ServiceError } from '#lib/api/errors.ts'
import { longAddress } from '#lib/aptos/decode/bytes.ts'
import { collectionResource } from '#lib/aptos/decode/digital-assets.ts'
import { address } from '#lib/aptos/decode/node-fields.ts'
import type { AptosNode } from '#lib/aptos/node/node.ts'
import type { AptosIndexOptions } from '#lib/aptos/writer/aptos-index.ts'

const tokenStore = z.object({ tokens: z.object({ handle: address }) })

/** Ledger data from before the start of the index, requested from the node: neither of the two ever changes. */
export const nodeLookUp = (node: AptosNode): AptosIndexOptions['lookUp'] => ({
  tokenStore: async (account, signal) => {
    const type = '0x3::token::TokenStore'
    const resource = await node.resource(account, type, signal)
    return resource === undefined ? undefined : fieldsOf(tokenStore, resource, type).tokens.handle
  },
  collection: async (object, signal) => {
    const type = '0x4::collection::Collection'
    const resource = await node.resource(object, type, signal)
    if (resource === undefined) return undefined
    const { creator, name, uri } = fieldsOf(collectionResource, resource, type)
    return { creator: longAddress(creator), name, uri }
  },
})

const fieldsOf = <T>(schema: z.ZodType<T>, resource: unknown, type: string): T => {
  const read = schema.safeParse(resource)
  if (read.success) return read.data
  throw new ServiceError('upstream_failed', `The Aptos node returned the resource ${type} in an unexpected format.`, {
    cause: read.error,
  })
}
