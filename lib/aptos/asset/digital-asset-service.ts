import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { propertyValue } from '#lib/aptos/chain/decode/token-items.ts'
import { hash, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { MoveResource } from '#lib/aptos/chain/rpc/state-reader.ts'
import { royaltyPercent } from '#lib/aptos/nft/nft-service.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { AptosDigitalAsset, AptosDigitalAssetApi } from './digital-asset-contract.ts'

/** `0x4::property_map::PropertyMap`; each value is the BCS of its type in hex. */
const propertyMap = z.object({
  inner: z.object({
    data: z.array(z.object({ key: z.string(), value: z.object({ type: z.number(), value: z.string().max(20_000) }) })),
  }),
})

/** The types of 0x4::property_map, in the order of their numbers. */
const types = ['bool', 'u8', 'u16', 'u32', 'u64', 'u128', 'u256', 'address', 'bytes', 'string'] as const
const propertiesMax = 200

/** The properties as texts, in order; a value that does not match its type stays hex. */
const propertyTexts = (data: unknown): Record<string, string> => {
  const read = propertyMap.safeParse(data).data?.inner.data ?? []
  return Object.fromEntries(
    read.slice(0, propertiesMax).map(({ key, value }) => [key, propertyValue(types[value.type], value.value)]),
  )
}

const token = z.object({ description: z.string(), collection: z.object({ inner: hash }) })
const collection = z.object({ description: z.string(), creator: hash })
const core = z.object({ owner: hash, allow_ungated_transfer: z.boolean() })
const royalty = z.object({ numerator: u64, denominator: u64, payee_address: hash })
const rights = z.object({
  mutable_token_name: z.boolean(),
  mutable_token_description: z.boolean(),
  mutable_token_uri: z.boolean(),
  mutable_token_properties: z.boolean(),
  mutable_description: z.boolean(),
  mutable_uri: z.boolean(),
  tokens_burnable_by_creator: z.boolean(),
  tokens_freezable_by_creator: z.boolean(),
})
const counted = z.object({ current_supply: u64, total_minted: u64, max_supply: u64.optional() })
const concurrent = z.object({
  current_supply: z.object({ value: u64, max_value: u64 }),
  total_minted: z.object({ value: u64 }),
})

const u64Max = 2n ** 64n - 1n
const rightsType = '0x4::aptos_token::AptosCollection'
const royaltyType = '0x4::royalty::Royalty'

/**
 * Tokens v2 and collections from the state of a full node. @throws ServiceError `not_found` for an object that is neither
 * at the version, e.g. a burned token; `not_available` for state that the node has pruned.
 */
export const createDigitalAssetService = ({
  nodes,
  defaultNetwork,
}: AptosNodeContext): Service<AptosDigitalAssetApi> => ({
  aptosDigitalAsset: async ({ address, network = defaultNetwork, ledger_version }, context) => {
    const { state } = nodeOf(nodes, network)
    const signal = context?.signal
    const version = await state.version(ledger_version, signal)
    const { items } = await state.resources(address, version, signal)
    const dataOf = dataIn(items)
    const asToken = token.safeParse(dataOf('0x4::token::Token')).data
    const asCollection = collection.safeParse(dataOf('0x4::collection::Collection')).data
    const described = asToken ?? asCollection
    if (described === undefined)
      throw new ServiceError('not_found', `There is no token v2 or collection at ${address} in version ${version}.`)
    // A token without its own royalty has that of its collection, as 0x4::token::royalty returns it.
    const ofCollection = asToken
      ? dataIn((await state.resources(aptosAddress(asToken.collection.inner) ?? address, version, signal)).items)
      : dataOf
    const own = royalty.safeParse(dataOf(royaltyType)).data
    const shared = royalty.safeParse(ofCollection(royaltyType)).data
    const owned = core.safeParse(dataOf('0x1::object::ObjectCore')).data
    const isFixed = dataOf('0x1::object::Untransferable') !== undefined
    const may = rights.safeParse(ofCollection(rightsType)).data
    return {
      address,
      kind: asToken ? 'token' : 'collection',
      ledger_version: String(version),
      description: described.description,
      creator_address: asCollection ? long(asCollection.creator) : null,
      owner_address: owned ? long(owned.owner) : null,
      is_transferable: isFixed ? false : (owned?.allow_ungated_transfer ?? null),
      royalty: royaltyOf(own ?? shared, own === undefined),
      creator_may: may ? rightsOf(may, asToken !== undefined) : null,
      supply: asToken ? null : supplyOf(dataOf),
      properties: propertyTexts(dataOf('0x4::property_map::PropertyMap')),
    }
  },
})

type DataOf = (type: string) => unknown

const dataIn =
  (resources: readonly MoveResource[]): DataOf =>
  (type) =>
    resources.find((one) => one.type === type)?.data

const long = (address: string): string => aptosAddress(address) ?? address

const royaltyOf = (
  found: z.output<typeof royalty> | undefined,
  isOfCollection: boolean,
): AptosDigitalAsset['royalty'] => {
  const percent = found && royaltyPercent(found.numerator, found.denominator)
  if (found === undefined || percent === undefined) return null
  return { percent, payee_address: long(found.payee_address), is_of_collection: isOfCollection }
}

const rightsOf = (may: z.output<typeof rights>, isToken: boolean): NonNullable<AptosDigitalAsset['creator_may']> => {
  const all = [
    ['name', isToken && may.mutable_token_name],
    ['description', isToken ? may.mutable_token_description : may.mutable_description],
    ['uri', isToken ? may.mutable_token_uri : may.mutable_uri],
    ['properties', isToken && may.mutable_token_properties],
    ['burn', may.tokens_burnable_by_creator],
    ['freeze', may.tokens_freezable_by_creator],
  ] as const
  return all.flatMap(([right, isGiven]) => (isGiven ? [right] : []))
}

const supplyOf = (dataOf: DataOf): AptosDigitalAsset['supply'] => {
  const aggregated = concurrent.safeParse(dataOf('0x4::collection::ConcurrentSupply')).data
  if (aggregated) {
    const { current_supply, total_minted } = aggregated
    const maximum = BigInt(current_supply.max_value) === u64Max ? null : current_supply.max_value
    return { current: current_supply.value, minted: total_minted.value, maximum }
  }
  const plain = counted.safeParse(
    dataOf('0x4::collection::FixedSupply') ?? dataOf('0x4::collection::UnlimitedSupply'),
  ).data
  return plain ? { current: plain.current_supply, minted: plain.total_minted, maximum: plain.max_supply ?? null } : null
}
