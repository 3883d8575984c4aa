import { toHex } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import { type Instruction, instructionsOf } from './instructions.ts'

/** What the bytecode of a contract says about it, without running it. */
export type BytecodeFacts = {
  /**
   * The selectors that its dispatcher compares calldata with. Empty if its compiler wrote none of the known forms, as the
   * hash tables of newer Vyper versions: then nothing is known of its functions.
   */
  selectors: readonly Hex[]
  canSelfDestruct: boolean
  /** It runs code of other contracts in its own place. */
  canDelegate: boolean
}

const opcode = {
  sub: 0x03,
  equal: 0x14,
  isZero: 0x15,
  xor: 0x18,
  jumpIf: 0x57,
  push1: 0x60,
  push3: 0x62,
  push4: 0x63,
  duplicateFirst: 0x80,
  swapLast: 0x9f,
  delegateCall: 0xf4,
  callCode: 0xf2,
  selfDestruct: 0xff,
} as const

/** solc and Vyper compare by EQ, SUB or XOR before a conditional jump. */
const comparisons: ReadonlySet<number> = new Set([opcode.equal, opcode.sub, opcode.xor])
/** What ERC-165 checks compare with: no function has it. */
const invalidSelector: Hex = '0xffffffff'
/** No contract that fits the code size limit has more. */
const selectorsMax = 2_000

export const readBytecode = (code: Uint8Array): BytecodeFacts => {
  const instructions = [...instructionsOf(code)]
  const has = (wanted: number) => instructions.some((one) => one.opcode === wanted)
  return {
    selectors: selectorsIn(instructions),
    canSelfDestruct: has(opcode.selfDestruct),
    canDelegate: has(opcode.delegateCall) || has(opcode.callCode),
  }
}

const selectorsIn = (instructions: readonly Instruction[]): Hex[] => {
  const found = new Set<Hex>()
  for (const [index, one] of instructions.entries()) {
    // A selector with a zero in front takes a PUSH3.
    if (one.opcode !== opcode.push4 && one.opcode !== opcode.push3) continue
    if (found.size >= selectorsMax || !isCompared(instructions.slice(index + 1, index + 6))) continue
    found.add(`0x${toHex(one.value).slice(2).padStart(8, '0')}`)
  }
  found.delete(invalidSelector)
  return [...found].sort()
}

/** `[DUP or SWAP], EQ, [ISZERO], PUSH destination, JUMPI`. */
const isCompared = (next: readonly Instruction[]): boolean => {
  const [first] = next
  const isMove = first !== undefined && first.opcode >= opcode.duplicateFirst && first.opcode <= opcode.swapLast
  const [comparison, ...rest] = isMove ? next.slice(1) : next
  if (!comparison || !comparisons.has(comparison.opcode)) return false
  const [push, jump] = rest[0]?.opcode === opcode.isZero ? rest.slice(1) : rest
  const isPush = push !== undefined && push.opcode >= opcode.push1 && push.opcode <= opcode.push3
  return isPush && jump?.opcode === opcode.jumpIf
}
