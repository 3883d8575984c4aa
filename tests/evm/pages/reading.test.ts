import { expect, test } from 'vitest'
import { readingOf } from '#components/evm/parts/values/reading.ts'
import { abiValues } from '#lib/evm/api/format/abi-value.ts'

const [usdc, weth, pair] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string]
const known = {
  names: new Map(),
  tokens: new Map([
    [usdc, { symbol: 'USDC', decimals: 6 }],
    [weth, { symbol: 'WETH', decimals: 18 }],
  ]),
}

/** What the integers of a call read as, by name. */
const read = (declared: string, values: readonly string[], contract: string | null = pair) => {
  const params = abiValues(
    declared,
    values.map((value) => ({ name: '', type: '', value })),
  )
  const names = [...declared.matchAll(/ (\w+)(?=[,)])/g)].map(([, name]) => name ?? '')
  const siblings = params.map((value, index) => ({ ...value, name: names[index] ?? '' }))
  return siblings.flatMap((value) => {
    const reading = readingOf(value, siblings, contract, known)
    return reading ? [[value.name, reading.text]] : []
  })
}

test('amounts are in the unit of the token beside them, of the path, or of the contract itself', () => {
  expect(
    read('f(address tokenIn,address tokenOut,uint256 amountIn,uint256 amountOutMinimum)', [
      usdc,
      weth,
      '1234500000',
      '5',
    ]),
  ).toEqual([
    ['amountIn', '1,234.5 USDC'],
    ['amountOutMinimum', '0.000000000000000005 WETH'],
  ])
  expect(
    read('f(uint256 amountIn,uint256 amountOutMin,address[] path)', ['1000000', '1', `["${usdc}","${weth}"]`]),
  ).toEqual([
    ['amountIn', '1 USDC'],
    ['amountOutMin', '0.000000000000000001 WETH'],
  ])
  expect(read('f(uint256 amountIn,bytes path)', ['1000000', `${usdc}000bb8${weth.slice(2)}`])).toEqual([
    ['amountIn', '1 USDC'],
  ])
  expect(read('transfer(address to,uint256 value)', [weth, '2500000'], usdc)).toEqual([['value', '2.5 USDC']])
  expect(read('approve(address spender,uint256 value)', [weth, String(2n ** 256n - 1n)], usdc)).toEqual([
    ['value', 'any amount of USDC'],
  ])
})

test('times are dates, and other numbers stay as they are', () => {
  expect(read('f(uint256 deadline,uint256 tokenId,uint256 amount)', ['1693068671', '7', '5'])).toEqual([
    ['deadline', '2023-08-26 16:51:11 UTC'],
  ])
  expect(read('f(uint256 deadline,uint48 expiration)', ['600', String(2n ** 48n - 1n)])).toEqual([
    ['expiration', 'never'],
  ])
  expect(read('collect(uint256 tokenId,uint128 amount0Max)', ['1', String(2n ** 128n - 1n)])).toEqual([
    ['amount0Max', 'maximum'],
  ])
})
