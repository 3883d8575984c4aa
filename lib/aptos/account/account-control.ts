import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { hash, u64 } from '#lib/aptos/chain/rpc/block.ts'
import type { MoveResource } from '#lib/aptos/chain/rpc/state.ts'
import type { AptosAccountOverview } from './contract.ts'

const offered = z.object({ for: z.object({ vec: z.array(hash) }) }).catch({ for: { vec: [] } })
const accountResource = z.object({
  authentication_key: hash,
  signer_capability_offer: offered,
  rotation_capability_offer: offered,
})
const objectCore = z.object({ owner: hash, allow_ungated_transfer: z.boolean() })
const multisigAccount = z.object({
  owners: z.array(hash).max(10_000),
  num_signatures_required: u64,
  last_executed_sequence_number: u64,
  next_sequence_number: u64,
})

/** Resources that say what an object is, in the order of their meaning. */
const objectKinds = [
  ['0x4::token::Token', 'token'],
  ['0x4::collection::Collection', 'collection'],
  ['0x1::fungible_asset::Metadata', 'fungible_asset'],
  ['0x1::fungible_asset::FungibleStore', 'fungible_store'],
  ['0x1::object_code_deployment::ManagingRefs', 'code'],
] as const

type Control = Pick<
  AptosAccountOverview,
  | 'kind'
  | 'object_kind'
  | 'owner'
  | 'is_transferable'
  | 'is_key_rotated'
  | 'multisig'
  | 'signer_offered_to'
  | 'rotation_offered_to'
>

/** What an account is and who controls it, from its resources alone. */
export const accountControl = (address: string, resources: readonly MoveResource[]): Control => {
  const dataOf = (type: string) => resources.find((one) => one.type === type)?.data
  const account = accountResource.safeParse(dataOf('0x1::account::Account')).data
  const object = objectCore.safeParse(dataOf('0x1::object::ObjectCore')).data
  const multisig = multisigAccount.safeParse(dataOf('0x1::multisig_account::MultisigAccount')).data
  const key = account && BigInt(account.authentication_key)
  return {
    kind: kindOf({ isMultisig: multisig !== undefined, isObject: object !== undefined, key }),
    object_kind: object ? (objectKinds.find(([type]) => dataOf(type) !== undefined)?.[1] ?? null) : null,
    owner: object ? long(object.owner) : null,
    is_transferable: object ? object.allow_ungated_transfer : null,
    is_key_rotated: key === undefined ? null : key !== BigInt(address),
    multisig: multisig
      ? {
          owners: multisig.owners.map(long),
          signatures_required: multisig.num_signatures_required,
          last_executed_sequence_number: multisig.last_executed_sequence_number,
          next_sequence_number: multisig.next_sequence_number,
        }
      : null,
    signer_offered_to: (account?.signer_capability_offer.for.vec ?? []).map(long),
    rotation_offered_to: (account?.rotation_capability_offer.for.vec ?? []).map(long),
  }
}

/** No private key has the authentication key 0: only code can sign for such an account. */
const kindOf = ({
  isMultisig,
  isObject,
  key,
}: {
  isMultisig: boolean
  isObject: boolean
  key: bigint | undefined
}): Control['kind'] => {
  if (isMultisig) return 'multisig'
  if (isObject) return 'object'
  if (key === undefined) return 'none'
  return key === 0n ? 'resource_account' : 'account'
}

const long = (address: string): string => aptosAddress(address) ?? address
