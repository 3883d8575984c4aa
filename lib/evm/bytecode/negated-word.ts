import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { Instruction } from './instructions.ts'

const opcode = {
  add: 0x01,
  and: 0x16,
  jumpIf: 0x57,
  push1: 0x60,
  push3: 0x62,
  push32: 0x7f,
  duplicateFirst: 0x80,
  duplicateLast: 0x8f,
} as const

/** `PUSH1 1, PUSH1 1, PUSH1 224, SHL, SUB, NOT`: the first four bytes of a word, which the optimizer also writes out. */
const mask = [opcode.push1, opcode.push1, opcode.push1, 0x1b, 0x03, 0x19]
const wordModulus = 1n << 256n

/**
 * The word `c` of `msg.sig == c` as newest solc writes it without IR: the negated constant, then `[mask], DUP, [AND], ADD, PUSH
 * destination, JUMPI`, which jumps unless the sum is zero.
 */
export const negatedWord = (word: bigint, next: readonly Instruction[]): bigint | undefined => {
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
