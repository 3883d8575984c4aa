import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { address, bool, bytes, bytesOf, length, text, typeTag, u64 } from './bcs.ts'
import type { Json } from './write-set.ts'

/** An argument as REST shows it and as the transaction carries it. */
export type Argument = { json: unknown; bcs: Buffer }
export type Payload = { json: Json; bcs: Buffer }

export const argument = {
  address: (value: string): Argument => ({ json: shortAddress(value), bcs: address(value) }),
  u64: (value: bigint | number): Argument => ({ json: String(value), bcs: u64(value) }),
  bool: (value: boolean): Argument => ({ json: value, bcs: bool(value) }),
  text: (value: string): Argument => ({ json: value, bcs: text(value) }),
  hex: (value: string): Argument => ({ json: value, bcs: bytes(bytesOf(value)) }),
  bools: (values: readonly boolean[]): Argument => list(values.map(argument.bool)),
  texts: (values: readonly string[]): Argument => list(values.map(argument.text)),
  hexes: (values: readonly string[]): Argument => list(values.map(argument.hex)),
  addresses: (values: readonly string[]): Argument => list(values.map(argument.address)),
}

function list(items: readonly Argument[]): Argument {
  return { json: items.map((i) => i.json), bcs: Buffer.concat([length(items.length), ...items.map((i) => i.bcs)]) }
}

function entryFunction(name: string, types: readonly string[], args: readonly Argument[]): Payload {
  const [module, moduleName, functionName] = name.split('::')
  if (!module || !moduleName || !functionName) throw new TypeError(`not a function: ${name}`)
  const json = { function: name, type_arguments: [...types], arguments: args.map((a) => a.json) }
  const typeTags = [length(types.length), ...types.map(typeTag)]
  const argumentBytes = [length(args.length), ...args.map((a) => bytes(a.bcs))]
  const names = [address(module), text(moduleName), text(functionName)]
  return {
    json: { ...json, type: 'entry_function_payload' },
    bcs: Buffer.concat([...names, ...typeTags, ...argumentBytes]),
  }
}

export function entryFunctionPayload(name: string, types: readonly string[], args: readonly Argument[]): Payload {
  const { json, bcs } = entryFunction(name, types, args)
  return { json, bcs: Buffer.concat([Buffer.from([2]), bcs]) }
}

export function multisigPayload(
  multisig: string,
  name: string,
  types: readonly string[],
  args: readonly Argument[],
): Payload {
  const inner = entryFunction(name, types, args)
  return {
    json: { multisig_address: shortAddress(multisig), transaction_payload: inner.json, type: 'multisig_payload' },
    // The third kind of payload, with a transaction inside, which is an entry function.
    bcs: Buffer.concat([Buffer.from([3]), address(multisig), Buffer.from([1, 0]), inner.bcs]),
  }
}

/** The bytes of a call that a multisig account stores: an entry function, the first kind of such payloads. */
export const proposalBytes = (name: string, types: readonly string[], args: readonly Argument[]): Buffer =>
  Buffer.concat([Buffer.from([0]), entryFunction(name, types, args).bcs])

/** A script with u64 arguments. Its code is a stand-in: the right header, then nothing that would verify. */
export function scriptPayload(code: string, args: readonly bigint[]): Payload {
  const abi = {
    name: 'main',
    visibility: 'public',
    is_entry: true,
    is_view: false,
    generic_type_params: [],
    params: ['&signer', ...args.map(() => 'u64')],
    return: [],
  }
  const encoded = args.map((a) => Buffer.concat([Buffer.from([1]), u64(a)]))
  return {
    json: { code: { bytecode: code, abi }, type_arguments: [], arguments: args.map(String), type: 'script_payload' },
    bcs: Buffer.concat([Buffer.from([0]), bytes(bytesOf(code)), length(0), length(args.length), ...encoded]),
  }
}
