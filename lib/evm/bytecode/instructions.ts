/** An instruction of EVM bytecode; `value` holds the bytes that a PUSH puts on the stack. */
export type Instruction = { at: number; opcode: number; value: Uint8Array }

const opcodes = {
  stop: 0x00,
  jump: 0x56,
  jumpDestination: 0x5b,
  return: 0xf3,
  revert: 0xfd,
  invalid: 0xfe,
  selfDestruct: 0xff,
} as const
const pushFirst = 0x60
const pushLast = 0x7f

/** After these, only a jump continues the code: what follows is data until the next jump destination. */
const ends: ReadonlySet<number> = new Set([
  opcodes.stop,
  opcodes.jump,
  opcodes.return,
  opcodes.revert,
  opcodes.invalid,
  opcodes.selfDestruct,
])

/**
 * The instructions of a contract in the order of its bytes. Constants and the compiler's metadata, which no jump can reach,
 * are left out, so that their bytes are not taken for instructions.
 */
export function* instructionsOf(code: Uint8Array): Generator<Instruction> {
  let isReachable = true
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] ?? 0
    if (opcode === opcodes.jumpDestination) isReachable = true
    const size = isReachable && opcode >= pushFirst && opcode <= pushLast ? opcode - pushFirst + 1 : 0
    if (isReachable) yield { at, opcode, value: code.subarray(at + 1, at + 1 + size) }
    if (ends.has(opcode)) isReachable = false
    at += size
  }
}
