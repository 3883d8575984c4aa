import { describe, expect, test } from 'vitest'
import { formatDeclaration, parseDeclaration } from '#lib/evm/signatures/declaration.ts'

describe('a declaration', () => {
  test.each([
    'stop()',
    'transfer(address to,uint256 amount)',
    'transfer(address,uint256)',
    'Transfer(address indexed from,address indexed,uint256 value)',
    'fill((address maker,(uint8 kind,bytes32[2] data)[] legs)[] orders,(bool,int8)[3][] x,string $note)',
  ])('%s round-trips', (text) => {
    const read = parseDeclaration(text)
    expect(read && formatDeclaration(read)).toBe(text)
  })

  test('has the types of its tuples', () => {
    expect(parseDeclaration('f((address a,bool)[2] list)')).toEqual({
      name: 'f',
      inputs: [
        {
          name: 'list',
          type: 'tuple[2]',
          indexed: false,
          components: [
            { name: 'a', type: 'address', indexed: false },
            { name: '', type: 'bool', indexed: false },
          ],
        },
      ],
    })
  })

  test.each([
    '',
    'f',
    'f(',
    'f(uint256',
    'f(uint256))',
    '(uint256)',
    'f(uint256 a b)',
    'f g(uint256)',
    'f((uint256)',
    `f(${'('.repeat(40)}`,
  ])('%s is refused', (text) => expect(parseDeclaration(text)).toBeUndefined())
})
