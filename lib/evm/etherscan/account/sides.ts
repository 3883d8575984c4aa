import type { Hex } from '#lib/base/hex.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'

export type SideInput = {
  address: Hex | undefined
  from: Hex | undefined
  to: Hex | undefined
  fromto_opr: 'and' | 'or' | undefined
}

/** Whose rows are asked for: an address on either side, or a sender, a receiver, or both. */
export type Sides =
  | { kind: 'address'; address: Hex }
  | { kind: 'and'; from: Hex | undefined; to: Hex | undefined }
  | { kind: 'or'; from: Hex; to: Hex }

/** Undefined if no address is named. @throws invalid_request for any other combination */
export const readSides = ({ address, from, to, fromto_opr }: SideInput): Sides | undefined => {
  if (address !== undefined) {
    if (from !== undefined || to !== undefined) throw etherscanFault('address excludes from and to')
    return { kind: 'address', address }
  }
  if (from === undefined && to === undefined) return undefined
  if (from === undefined || to === undefined) return { kind: 'and', from, to }
  if (fromto_opr === undefined) throw etherscanFault('Missing parameter fromto_opr')
  return fromto_opr === 'or' ? { kind: 'or', from, to } : { kind: 'and', from, to }
}
