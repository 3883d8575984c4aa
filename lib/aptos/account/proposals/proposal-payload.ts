import type { AptosProposalPayload } from '#lib/aptos/account/proposals-contract.ts'
import { moveTypeText } from '#lib/aptos/api/format/move-type.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { BcsError } from '#lib/base/bcs-reader.ts'
import { type MultisigPayload, readMultisigPayload } from './multisig-payload.ts'
import type { FoundParameters } from './parameter-reader.ts'
import { proposalArguments } from './proposal-arguments.ts'

/** Payload bytes that are decoded; a transaction carries 64 KB. */
const sizeMax = 131_072
const hexMax = 2 + 2 * sizeMax

/** Bytes as hex. Longer texts than are decoded are not looked at: V8 fails on the pattern for some megabytes. */
export const isStoredHex = (text: string): boolean =>
  text.length > hexMax ? text.startsWith('0x') : /^0x([0-9a-fA-F]{2})*$/.test(text)

type EntryFunction = Extract<MultisigPayload, { kind: 'entry_function' }>

/** What a proposal would run. `stored` and `hash` are hex as on chain; a proposal has one of them. */
export const proposalPayload = async (
  { stored, hash }: { stored: string | undefined; hash: string | undefined },
  parametersOf: (called: EntryFunction) => Promise<FoundParameters>,
): Promise<AptosProposalPayload> => {
  const size = stored === undefined ? null : Math.floor((stored.length - 2) / 2)
  const nothing = { size, hash: null, function: null, bytecode: null, type_arguments: [], arguments: [] }
  if (stored === undefined)
    return hash === undefined
      ? { ...nothing, kind: 'unknown', note: 'The proposal has neither a payload nor its hash.' }
      : { ...nothing, kind: 'hash', hash: hash.toLowerCase(), note: null }
  const payload = payloadOf(stored)
  if (typeof payload === 'string') return { ...nothing, kind: 'unknown', note: payload }
  const type_arguments = payload.types.map(moveTypeText)
  if (payload.kind === 'script') {
    const args = proposalArguments(payload.args, payload.types, undefined)
    const bytecode = toHex(payload.bytecode)
    return { ...nothing, kind: 'script', bytecode, type_arguments, arguments: args, note: null }
  }
  const found = await parametersOf(payload)
  const note = noteOf(payload, found)
  const known = note === null && typeof found !== 'string' ? found : undefined
  return {
    ...nothing,
    kind: 'entry_function',
    function: `${payload.address}::${payload.module}::${payload.name}`,
    type_arguments,
    arguments: proposalArguments(payload.args, payload.types, known),
    note,
  }
}

/** The payload, or why it could not be read. */
const payloadOf = (stored: string): MultisigPayload | string => {
  if (stored.length > hexMax) return `The stored payload is larger than ${sizeMax / 1_024} KiB.`
  try {
    return readMultisigPayload(Buffer.from(stored.slice(2), 'hex'))
  } catch (error) {
    if (!(error instanceof BcsError)) throw error
    return 'The stored payload is not one that a multisig account can run.'
  }
}

const noteOf = ({ args }: EntryFunction, found: FoundParameters): string | null => {
  if (found === 'unknown') return 'The types of the arguments are unknown: the node did not return the ABI.'
  if (found === 'missing') return 'There is no such entry function at this version: the call would fail.'
  if (found.length === args.length) return null
  return `The function takes ${found.length} arguments and the payload has ${args.length}: the call would fail.`
}
