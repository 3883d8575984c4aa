import { callArguments, type TextCall, typed } from '#lib/aptos/account/call-arguments.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { type MoveType, moveTypeText } from '#lib/aptos/api/format/move-type.ts'
import { assetFields } from '#lib/aptos/asset/asset-record.ts'
import { assetNetChanges } from '#lib/aptos/asset/net-changes.ts'
import { decodeFungible, gasFeeIndex } from '#lib/aptos/chain/decode/decode-fungible.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { FullNodeTransaction } from '#lib/aptos/chain/rpc/node-answers.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import type { ShownAsset } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'
import type { AptosBalanceChanges, AptosSimulation } from './contract.ts'

/** An asset of a transaction, with the coin type that the transaction itself shows. */
export type MovedAsset = { id: Uint8Array; coinType: string | null }

/** Returns what is known of assets, by id. */
export type DescribeAssets = (assets: readonly MovedAsset[]) => Promise<ReadonlyMap<string, Partial<ShownAsset>>>

/** Adds up what a transaction deposited and withdrew, by owner and asset; changes of zero are left out. */
export const balanceChanges = async (
  transaction: FullNodeTransaction,
  describe: DescribeAssets,
): Promise<AptosBalanceChanges> => {
  const { version, type } = transaction
  const facts = decodeFungible(transaction, { chainId: 0, number: Number(version), type })
  const coinTypes = new Map(facts?.assets.flatMap(({ asset, coinType }) => (coinType ? [[asset, coinType]] : [])))
  const { changes: changed, unattributed } = assetNetChanges(facts?.activities ?? [])
  const ids = new Map(changed.map(({ asset }) => [toHex(asset), asset]))
  const known = await describe([...ids].map(([id, bytes]) => ({ id: bytes, coinType: coinTypes.get(id) ?? null })))
  const gas = facts?.activities.find(({ event_index }) => event_index === gasFeeIndex)
  return {
    version,
    result: changed.map(({ owner, asset, amount }) => ({
      owner_address: owner,
      asset_id: toHex(asset),
      ...assetFields(asset, { coin_type: coinTypes.get(toHex(asset)) ?? null, ...known.get(toHex(asset)) }),
      amount: String(amount),
    })),
    unattributed,
    gas: gas
      ? {
          payer_address: toHex(gas.gas_fee_payer_address ?? gas.owner_address ?? new Uint8Array(32)),
          fee: gas.amount ?? '0',
          refund: gas.storage_refund_amount,
        }
      : null,
  }
}

/**
 * An argument of a full node as wallets take it. They encode it with the Aptos SDK, which reads a text for `vector<u8>` as
 * UTF-8 and refuses short addresses.
 */
export const walletArgument = (value: unknown, type: MoveType | undefined): unknown => {
  switch (type?.name) {
    case 'address':
      return typeof value === 'string' ? aptosAddress(value) : value
    case '0x1::object::Object':
      return isFields(value) && typeof value.inner === 'string' ? aptosAddress(value.inner) : value
    case '0x1::option::Option': {
      const [some] = isFields(value) && Array.isArray(value.vec) ? value.vec : []
      return some === undefined ? null : walletArgument(some, type.args[0])
    }
    case 'vector': {
      const [item] = type.args
      if (item?.name === 'u8' && typeof value === 'string') return [...Buffer.from(value.slice(2), 'hex')]
      return Array.isArray(value) ? value.map((one) => walletArgument(one, item)) : value
    }
    default:
      return value
  }
}

/** Full nodes refuse to simulate with a valid signature. */
const zeros = `0x${'00'.repeat(64)}`

/** Ed25519 has 32 bytes; a single key has its variant and length before its bytes. */
const ed25519 = /^0x[0-9a-f]{64}$/
const singleEd25519 = /^0x0020([0-9a-f]{64})$/
const singleSecp256k1 = /^0x0141([0-9a-f]{130})$/

/**
 * The signature of a simulation by a key: a node checks that the key may sign for the account. Without a key, or for
 * keys of several signers, it does not.
 */
const unsignedBy = (publicKey: string | undefined): object => {
  if (publicKey === undefined) return { type: 'no_account_signature' }
  if (ed25519.test(publicKey)) return { type: 'ed25519_signature', public_key: publicKey, signature: zeros }
  const [, edwards] = singleEd25519.exec(publicKey) ?? []
  if (edwards !== undefined) return single('ed25519', edwards)
  const [, koblitz] = singleSecp256k1.exec(publicKey) ?? []
  return koblitz === undefined ? { type: 'no_account_signature' } : single('secp256k1_ecdsa', koblitz)
}

const single = (type: string, key: string) => ({
  type: 'single_key_signature',
  public_key: { type, value: `0x${key}` },
  signature: { type, value: zeros },
})

type Call = TextCall & { function: string; sender: string; public_key?: string }
type Place = { node: AptosNode; describe: DescribeAssets; now: () => number; signal: AbortSignal | undefined }

const eventsMax = 50
/** A simulation is not sent: it only must not be expired. */
const validForSeconds = 600
/** Replaced by the node's own estimates. */
const placeholder = { max_gas_amount: '100000', gas_unit_price: '100' }

/** Runs an entry function as if its sender had signed it. @throws ServiceError `invalid_request` naming what does not fit. */
export const simulateOnFullNode = async (
  { node, describe, now, signal }: Place,
  call: Call,
): Promise<AptosSimulation> => {
  const [address = '', module = '', name = ''] = call.function.split('::')
  const version = await node.state.version(undefined, signal)
  const abi = (await node.state.module(address, module, version, signal))?.abi
  const found = abi?.exposed_functions.find((one) => one.name === name)
  if (!found) throw badParameter('function', `is not a function of a module at version ${version}`)
  if (!found.is_entry)
    throw badParameter('function', 'is not an entry function: expected one that transactions can call')
  const params = found.params.filter((type) => type !== '&signer' && type !== 'signer')
  const { types, values } = callArguments(params, found.generic_type_params.length, call)
  const account = await node.account(call.sender, signal)
  const typeArguments = types.map(moveTypeText)
  const about = {
    function: call.function,
    sender: call.sender,
    payload: {
      function: call.function,
      type_arguments: typeArguments,
      arguments: values.map((value, index) => walletArgument(value, typed(params[index] ?? '', types))),
    },
  }
  const request = {
    sender: call.sender,
    sequence_number: String(account?.sequenceNumber ?? 0n),
    ...placeholder,
    expiration_timestamp_secs: String(Math.floor(now() / 1_000) + validForSeconds),
    payload: {
      type: 'entry_function_payload',
      function: call.function,
      type_arguments: typeArguments,
      arguments: values,
    },
    signature: unsignedBy(call.public_key),
  }
  try {
    const transaction = await node.simulate(request, signal)
    const { result, unattributed } = await balanceChanges(transaction, describe)
    const events: unknown[] = Array.isArray(transaction.events) ? transaction.events : []
    return {
      ...about,
      status: transaction.success ? 'succeeds' : 'fails',
      vm_status: transaction.vm_status,
      gas_used: transaction.gas_used ?? null,
      gas_unit_price: transaction.gas_unit_price ?? null,
      changes: result,
      unattributed,
      event_count: events.length,
      events: events.slice(0, eventsMax).map((event) => ({
        type: isFields(event) && typeof event.type === 'string' ? event.type : 'unknown',
        data: isFields(event) ? event.data : null,
      })),
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const nothing = { gas_used: null, gas_unit_price: null, changes: [], unattributed: 0, event_count: 0, events: [] }
    return { ...about, status: 'refused', vm_status: error.message, ...nothing }
  }
}
