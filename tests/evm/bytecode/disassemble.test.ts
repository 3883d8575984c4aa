import { expect, test } from 'vitest'
import { disassemble } from '#lib/evm/bytecode/disassemble.ts'
import { tailAuxdata } from '#lib/evm/bytecode/tail-auxdata.ts'

const read = (digits: string) => disassemble(Buffer.from(digits, 'hex'))

test('instructions are named, with the bytes that a PUSH takes', () => {
  expect(read('6080604052345f8119fe0c')).toEqual([
    { at: 0, name: 'PUSH1', value: '80' },
    { at: 2, name: 'PUSH1', value: '40' },
    { at: 4, name: 'MSTORE', value: undefined },
    { at: 5, name: 'CALLVALUE', value: undefined },
    { at: 6, name: 'PUSH0', value: undefined },
    { at: 7, name: 'DUP2', value: undefined },
    { at: 8, name: 'NOT', value: undefined },
    { at: 9, name: 'INVALID', value: undefined },
    { at: 10, name: '0x0c', value: undefined },
  ])
})

test('a PUSH at the end of the code has the bytes that are left', () => {
  expect(read('7f01')).toEqual([{ at: 0, name: 'PUSH32', value: '01' }])
  expect(read('')).toEqual([])
})

test('every instruction of the newest fork has its name', () => {
  const named = Object.fromEntries(
    Array.from({ length: 256 }, (_, opcode) => [opcode, read(opcode.toString(16).padStart(2, '0'))[0]?.name]),
  )
  expect(named).toMatchObject({
    30: 'CLZ',
    32: 'KECCAK256',
    63: 'EXTCODEHASH',
    74: 'BLOBBASEFEE',
    94: 'MCOPY',
    95: 'PUSH0',
    127: 'PUSH32',
    128: 'DUP1',
    143: 'DUP16',
    144: 'SWAP1',
    159: 'SWAP16',
    164: 'LOG4',
    245: 'CREATE2',
    250: 'STATICCALL',
    255: 'SELFDESTRUCT',
  })
})

test('hostile ends of a code are no metadata', () => {
  for (const digits of ['', '00', 'ffff', 'a16469706673ffff0009', `${'ff'.repeat(40)}0028`])
    expect(tailAuxdata(digits)).toBeUndefined()
})
