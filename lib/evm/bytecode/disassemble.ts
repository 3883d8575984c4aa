import { toDigits } from '#lib/base/bytes.ts'

/*
 * Not `evmole`'s disassembler (0.8.4): it shows an unknown opcode as `?` without its byte, leaves out a PUSH that the end of the code
 * cuts off, and takes 3.8 s for a megabyte of JUMPDEST (0.9 here), on the thread that calls it.
 */

/** An instruction as a disassembler shows it. */
export type ShownInstruction = {
  /** Byte offset in the code. */
  at: number
  name: string
  /** The bytes that a PUSH puts on the stack, as hex digits; undefined for others. */
  value: string | undefined
}

/** Runs of opcodes with consecutive values, from the first of each. @see https://eips.ethereum.org/EIPS/eip-7939 for the newest */
const runs: readonly (readonly [first: number, names: string])[] = [
  [0x00, 'STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND'],
  [0x10, 'LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ'],
  [0x20, 'KECCAK256'],
  [
    0x30,
    'ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY CODESIZE CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH',
  ],
  [0x40, 'BLOCKHASH COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID SELFBALANCE BASEFEE BLOBHASH BLOBBASEFEE'],
  [0x50, 'POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY PUSH0'],
  [0xa0, 'LOG0 LOG1 LOG2 LOG3 LOG4'],
  [0xf0, 'CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2'],
  [0xfa, 'STATICCALL'],
  [0xfd, 'REVERT INVALID SELFDESTRUCT'],
]
const push1 = 0x60
const duplicate1 = 0x80
const swap1 = 0x90

const numbered = (first: number, count: number, name: string): [number, string][] =>
  Array.from({ length: count }, (_, index) => [first + index, `${name}${index + 1}`])

const names: ReadonlyMap<number, string> = new Map([
  ...runs.flatMap(([first, text]) => text.split(' ').map((name, index): [number, string] => [first + index, name])),
  ...numbered(push1, 32, 'PUSH'),
  ...numbered(duplicate1, 16, 'DUP'),
  ...numbered(swap1, 16, 'SWAP'),
])

/**
 * The instructions of a code, one after the other as the EVM would read them: constants and metadata, which are never run, come
 * out as instructions too.
 */
export const disassemble = (code: Uint8Array): ShownInstruction[] => {
  const found: ShownInstruction[] = []
  for (let at = 0; at < code.length; ) {
    const opcode = code[at] ?? 0
    const size = opcode >= push1 && opcode < duplicate1 ? opcode - push1 + 1 : 0
    const value = size === 0 ? undefined : toDigits(code.subarray(at + 1, at + 1 + size))
    found.push({ at, name: names.get(opcode) ?? `0x${opcode.toString(16).padStart(2, '0')}`, value })
    at += 1 + size
  }
  return found
}
