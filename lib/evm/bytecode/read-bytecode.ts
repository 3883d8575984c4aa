import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'

/** An instruction of EVM bytecode; `value` holds the bytes that a PUSH puts on the stack. */
type Instruction = { at: number; opcode: number; value: Uint8Array }

const opcode = {
  stop: 0x00,
  add: 0x01,
  sub: 0x03,
  equal: 0x14,
  isZero: 0x15,
  and: 0x16,
  xor: 0x18,
  shiftLeft: 0x1b,
  loadInput: 0x35,
  loadMemory: 0x51,
  jump: 0x56,
  jumpIf: 0x57,
  jumpDestination: 0x5b,
  push1: 0x60,
  push3: 0x62,
  push4: 0x63,
  push32: 0x7f,
  duplicateFirst: 0x80,
  duplicateLast: 0x8f,
  swapLast: 0x9f,
  callCode: 0xf2,
  return: 0xf3,
  delegateCall: 0xf4,
  revert: 0xfd,
  invalid: 0xfe,
  selfDestruct: 0xff,
} as const

/** After these, only a jump continues the code: what follows is data until the next jump destination. */
const ends: ReadonlySet<number> = new Set([
  opcode.stop,
  opcode.jump,
  opcode.return,
  opcode.revert,
  opcode.invalid,
  opcode.selfDestruct,
])

/**
 * The instructions of a contract in the order of its bytes. Constants and the compiler's metadata, which no jump can reach,
 * are left out, so that their bytes are not taken for instructions.
 */
function* instructionsOf(code: Uint8Array): Generator<Instruction> {
  let isReachable = true
  for (let at = 0; at < code.length; at++) {
    const byte = code[at] ?? 0
    if (byte === opcode.jumpDestination) isReachable = true
    const size = isReachable && byte >= opcode.push1 && byte <= opcode.push32 ? byte - opcode.push1 + 1 : 0
    if (isReachable) yield { at, opcode: byte, value: code.subarray(at + 1, at + 1 + size) }
    if (ends.has(byte)) isReachable = false
    at += size
  }
}

/** `PUSH1 1, PUSH1 1, PUSH1 224, SHL, SUB, NOT`: the first four bytes of a word, which the optimizer also writes out. */
const mask = [opcode.push1, opcode.push1, opcode.push1, 0x1b, 0x03, 0x19]
const wordModulus = 1n << 256n

/**
 * The word `c` of `msg.sig == c` as newest solc writes it without IR: the negated constant, then `[mask], DUP, [AND], ADD, PUSH
 * destination, JUMPI`, which jumps unless the sum is zero.
 */
const negatedWord = (word: bigint, next: readonly Instruction[]): bigint | undefined => {
  const [move, ...rest] = withoutMask(next)
  if (!move || move.opcode < opcode.duplicateFirst || move.opcode > opcode.duplicateLast) return undefined
  const [sum, push, jump] = rest[0]?.opcode === opcode.and ? rest.slice(1) : rest
  const isJump = push !== undefined && push.opcode >= opcode.push1 && push.opcode <= opcode.push3
  return sum?.opcode === opcode.add && isJump && jump?.opcode === opcode.jumpIf ? wordModulus - word : undefined
}

const withoutMask = (next: readonly Instruction[]): readonly Instruction[] => {
  if (next[0]?.opcode === opcode.push32 && toHex(next[0].value) === `0x${'ffffffff'.padEnd(64, '0')}`)
    return next.slice(1)
  return mask.every((one, index) => next[index]?.opcode === one) ? next.slice(mask.length) : next
}

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

/** solc and Vyper compare by EQ, SUB or XOR before a conditional jump. */
const comparisons: ReadonlySet<number> = new Set([opcode.equal, opcode.sub, opcode.xor])
/** The calldata and the memory, where a word that is compared comes from. */
const loads: ReadonlySet<number> = new Set([opcode.loadInput, opcode.loadMemory])
/** What ERC-165 checks compare with: no function has it. */
const invalidSelector: Hex = '0xffffffff'
/** The bits of a word below its first four bytes. */
const selectorShift = 224n
const selectorMask = 0xffff_ffffn << selectorShift
/** Instructions from a constant to the jump after its comparison. */
const comparisonMax = 14
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
  let lastLoad: number | undefined
  for (const [index, one] of instructions.entries()) {
    if (loads.has(one.opcode)) lastLoad = one.opcode
    if (!isConstant(one.opcode) || found.size >= selectorsMax) continue
    const next = instructions.slice(index + 1, index + 1 + comparisonMax)
    const selector = isCompared(next) ? plainSelector(one) : lastLoad === opcode.loadInput && sourceSelector(one, next)
    if (selector) found.add(selector)
  }
  found.delete(invalidSelector)
  return [...found].sort()
}

const isConstant = (push: number): boolean => push === opcode.push3 || push === opcode.push4 || push === opcode.push32

/** A selector with a zero in front takes a PUSH3. */
const plainSelector = ({ opcode: constant, value }: Instruction): Hex | undefined =>
  constant === opcode.push32 ? undefined : `0x${toHex(value).slice(2).padStart(8, '0')}`

/**
 * A `bytes4` that the source itself compares with `msg.sig`, as newer transparent proxies of OpenZeppelin do: a whole word, which
 * the optimizer may write as a shorter constant and `PUSH1 shift, SHL`. What a call returned is compared in the same way, as in
 * `onERC721Received(…) == 0x150b7a02`, but comes from memory: in the 1,402 contracts of the recorded mainnet blocks, the
 * last load before the constant told both apart.
 */
const sourceSelector = ({ opcode: constant, value }: Instruction, next: readonly Instruction[]): Hex | undefined => {
  const [push, shiftLeft] = next
  const isShifted = push?.opcode === opcode.push1 && shiftLeft?.opcode === opcode.shiftLeft
  if (!isShifted && constant !== opcode.push32) return undefined
  const word = isShifted ? BigInt(toHex(value)) << BigInt(toHex(push.value)) : BigInt(toHex(value))
  if (word === selectorMask) return undefined
  const rest = isShifted ? next.slice(2) : next
  const compared = isCompared(rest) ? word : negatedWord(word, rest)
  const selector = (compared ?? 0n) >> selectorShift
  const isSelector = selector > 0n && selector <= 0xffff_ffffn && selector << selectorShift === compared
  return isSelector ? `0x${selector.toString(16).padStart(8, '0')}` : undefined
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
