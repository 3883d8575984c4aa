import type { AptosProposalArgument } from '#lib/aptos/account/proposals-contract.ts'
import { instantiate, type MoveType, moveTypeText, parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { BcsError } from '#lib/base/bcs-reader.ts'
import { readMoveValue } from './move-bytes.ts'
import type { RawArgument } from './multisig-payload.ts'
import type { Parameter } from './parameter-reader.ts'

/** Parts of one type: a hostile node could name a large type argument any number of times. */
const partsMax = 200

/** Arguments with the types and names of their parameters; those that cannot be read by their type are bytes. */
export const proposalArguments = (
  args: readonly RawArgument[],
  types: readonly MoveType[],
  parameters: readonly Parameter[] | undefined,
): AptosProposalArgument[] =>
  args.map(({ bytes, type: own }, index) => {
    const parameter = parameters?.[index]
    const type = own ?? (parameter && instantiated(parameter.type, types))
    return {
      name: parameter?.name ?? null,
      type: type ? moveTypeText(type) : (parameter?.type ?? null),
      value: (type && decoded(bytes, type)) ?? toHex(bytes),
    }
  })

const instantiated = (text: string, types: readonly MoveType[]): MoveType | undefined => {
  const declared = parseMoveType(text)
  const largest = Math.max(1, ...types.map(parts))
  return declared && parts(declared) * largest <= partsMax ? instantiate(declared, types) : undefined
}

const parts = ({ args }: MoveType): number => args.reduce((sum, arg) => sum + parts(arg), 1)

const decoded = (bytes: Uint8Array, type: MoveType): unknown => {
  try {
    return readMoveValue(bytes, type)
  } catch (error) {
    if (error instanceof BcsError) return undefined
    throw error
  }
}
