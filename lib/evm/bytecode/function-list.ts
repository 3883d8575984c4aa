import type { Hex } from '#lib/base/hex.ts'
import { hashOfText } from '#lib/base/keccak.ts'

/** The selector of a function by its canonical signature. */
export const selectorOfSignature = (signature: string): Hex => `0x${hashOfText(signature).slice(2, 10)}`

/** A function of a contract, and why it is known to be one. */
export type FoundFunction = {
  selector: Hex
  /** Null if only its selector is known. */
  signature: string | null
  /** The contract whose code has it: the contract itself, or what it forwards to. */
  address: Hex
  source: 'abi' | 'bytecode'
}

/** Well-known signatures by their selectors. */
export const signaturesBySelector = (signatures: readonly string[]): ReadonlyMap<Hex, string> =>
  new Map(signatures.map((signature) => [selectorOfSignature(signature), signature]))
