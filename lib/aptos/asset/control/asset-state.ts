import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { AptosAssetControl } from '#lib/aptos/asset/asset-control-contract.ts'
import { hash } from '#lib/aptos/chain/rpc/block.ts'
import type { MoveResource } from '#lib/aptos/chain/rpc/state.ts'

const u128 = z.string().regex(/^\d{1,39}$/)
const supply = z.object({ current: u128, maximum: z.object({ vec: z.array(u128) }) })
const concurrentSupply = z.object({ current: z.object({ value: u128, max_value: u128 }) })
const functionInfo = z.object({ module_address: hash, module_name: z.string(), function_name: z.string() })
const optional = z.object({ vec: z.array(functionInfo) }).catch({ vec: [] })
const dispatch = z.object({
  withdraw_function: optional,
  deposit_function: optional,
  derived_balance_function: optional,
})
const derivedSupply = z.object({ dispatch_function: optional })
const core = z.object({ owner: hash })
/** The name of a type as `0x1::type_info::TypeInfo` has it: module and struct in hex. */
const pairedCoin = z.object({
  type: z.object({ account_address: hash, module_name: z.string().max(1_000), struct_name: z.string().max(1_000) }),
})

const unlimited = 2n ** 128n - 1n

/** What the resources of a metadata object say of its asset. */
export const assetState = (resources: readonly MoveResource[]) => {
  const dataOf = (name: string): unknown => resources.find(({ type }) => type === name)?.data
  const counted = supply.safeParse(dataOf('0x1::fungible_asset::Supply')).data
  const concurrent = concurrentSupply.safeParse(dataOf('0x1::fungible_asset::ConcurrentSupply')).data
  const hooks = dispatch.safeParse(dataOf('0x1::fungible_asset::DispatchFunctionStore')).data
  const derived = derivedSupply.safeParse(dataOf('0x1::fungible_asset::DeriveSupply')).data
  const owner = core.safeParse(dataOf('0x1::object::ObjectCore')).data?.owner
  const paired = pairedCoin.safeParse(dataOf('0x1::coin::PairedCoinType')).data
  const maximum = concurrent ? concurrent.current.max_value : counted?.maximum.vec[0]
  const current = concurrent ? concurrent.current.value : counted?.current
  return {
    exists: dataOf('0x1::fungible_asset::Metadata') !== undefined,
    owner: owner && aptosAddress(owner),
    coinType: paired ? coinTypeOf(paired) : undefined,
    supply:
      current === undefined
        ? undefined
        : {
            current: BigInt(current),
            maximum: maximum === undefined || BigInt(maximum) === unlimited ? undefined : BigInt(maximum),
          },
    hooks: [
      ...hookOf('withdraw', hooks?.withdraw_function.vec[0]),
      ...hookOf('deposit', hooks?.deposit_function.vec[0]),
      ...hookOf('balance', hooks?.derived_balance_function.vec[0]),
      ...hookOf('supply', derived?.dispatch_function.vec[0]),
    ],
    hasFixedStores: dataOf('0x1::fungible_asset::Untransferable') !== undefined,
  }
}

const hookOf = (
  on: AptosAssetControl['hooks'][number]['on'],
  info: z.output<typeof functionInfo> | undefined,
): AptosAssetControl['hooks'] =>
  info ? [{ on, function: `${info.module_address}::${info.module_name}::${info.function_name}` }] : []

const coinTypeOf = ({ type }: z.output<typeof pairedCoin>): string =>
  [type.account_address, nameOf(type.module_name), nameOf(type.struct_name)].join('::')

/** Nodes return names as hex. */
const nameOf = (hex: string): string =>
  /^0x([0-9a-f]{2})*$/i.test(hex) ? Buffer.from(hex.slice(2), 'hex').toString() : hex
