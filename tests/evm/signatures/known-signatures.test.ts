import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { signatureTable } from '#lib/evm/signatures/signature-table.ts'

const bundled = createKnownSignatures()
const tableOf = (...lines: string[]) => signatureTable(Buffer.from(`${lines.sort().join('\n')}\n`))
const withFunctions = (...lines: string[]) =>
  createKnownSignatures({ functions: () => tableOf(...lines), events: () => tableOf() })

const word = (value: string | number) => BigInt(value).toString(16).padStart(64, '0')
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const log = (topics: readonly string[], data = '0x') => {
  const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = topics.map(toBytes)
  return { topic0, topic1, topic2, topic3, data: toBytes(data) }
}

describe('bundled signatures', () => {
  test('name a router call and its parameters', () => {
    const abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
    const input = encodeFunctionData({ abi, args: ['0x0b00', ['0x12'], 9n] })
    expect(input.slice(0, 10)).toBe('0x3593564c')
    expect(bundled.guessCall(toBytes(input))).toEqual({
      signature: 'execute(bytes,bytes[],uint256)',
      label: 'execute',
      type: 'function',
      params: [
        { name: 'commands', value: '0x0b00', type: 'bytes' },
        { name: 'inputs', value: '["0x12"]', type: 'bytes[]' },
        { name: 'deadline', value: '9', type: 'uint256' },
      ],
    })
  })

  test('distinguish ERC20 and NFT transfers by their indexed parameters', () => {
    const parties = [transferTopic, `0x${word(7)}`, `0x${word(8)}`]
    expect(bundled.guessEvent(log(parties, `0x${word(5)}`))?.params.at(-1)).toMatchObject({ value: '5' })
    const nft = bundled.guessEvent(log([...parties, `0x${word(41)}`]))
    expect(nft).toMatchObject({ signature: 'Transfer(address,address,uint256)', label: 'Transfer', type: 'event' })
    expect(nft?.params.at(-1)).toEqual({ name: 'tokenId', value: '41', type: 'uint256' })
  })

  test('name the anonymous events that record a call by its selector, if the data fits exactly', () => {
    const topics = [`0x440f19ba${'0'.repeat(56)}`, `0x${word(7)}`, `0x${word(8)}`, `0x${word(9)}`]
    const fax = `${word(4)}440f19ba${'0'.repeat(56)}`
    const noted = bundled.guessEvent(log(topics, `0x${word(0)}${word(64)}${fax}`))
    expect(noted).toMatchObject({
      label: 'LogNote',
      signature: 'LogNote(bytes4,address,bytes32,bytes32,uint256,bytes)',
    })
    expect(noted?.params[0]).toMatchObject({ name: 'sig', value: '0x440f19ba' })
    expect(bundled.guessEvent(log(topics, `0x${word(32)}${fax}`))?.params.at(-1)).toMatchObject({ name: 'data' })
    expect(bundled.guessEvent(log(topics.slice(0, 2), `0x${word(32)}${fax}`))?.label).toBe('LOG_CALL')
    expect(bundled.guessEvent(log(topics, '0x01'))).toBeUndefined()
  })

  test('name calls and events of contracts whose ABI no package carries', () => {
    const calls = [
      ['0x26092b83', 'publicMint()'],
      [`0xb3ab66b0${word(3)}`, 'publicSaleMint(uint256)'],
      [`0x52a438b8${word(9)}${word(5_555)}`, 'stakeStart(uint256,uint256)'],
    ] as const
    for (const [input, signature] of calls) {
      expect(toFunctionSelector(signature)).toBe(input.slice(0, 10))
      expect(bundled.guessMethod(toBytes(input))).toEqual({ label: signature.split('(')[0], signature })
    }
    const mine = '0xf23a961744a760027f8811c59a0eaef0d29cf965578b17412bcc375b52fa39d1'
    expect(bundled.guessEvent(log([mine, `0x${word(7)}`], `0x${word(5)}`))).toMatchObject({ label: 'Mine' })
  })

  test('ignore short inputs and unknown selectors and topics', () => {
    expect(bundled.guessCall(toBytes('0x'))).toBeUndefined()
    expect(bundled.guessCall(toBytes('0xa9059c'))).toBeUndefined()
    expect(bundled.guessCall(toBytes('0xfefefefe'))).toBeUndefined()
    expect(bundled.guessEvent(log([`0x${'fe'.repeat(32)}`]))).toBeUndefined()
    expect(bundled.guessEvent(log([]))).toBeUndefined()
    // The first 8 bytes of a topic find the declaration; all 32 must agree.
    expect(
      bundled.guessEvent(log([`${transferTopic.slice(0, -2)}00`, `0x${word(7)}`, `0x${word(8)}`], `0x${word(5)}`)),
    ).toBeUndefined()
  })
})

describe('a call that does not fit the known function', () => {
  test('is not named: missing bytes, an address with extra bits, offsets out of bounds', () => {
    const transfer = '0xa9059cbb'
    expect(bundled.guessCall(toBytes(transfer + word(7)))).toBeUndefined()
    expect(bundled.guessCall(toBytes(transfer + 'f'.repeat(64) + word(1)))).toBeUndefined()
    expect(bundled.guessMethod(toBytes(transfer))).toBeUndefined()
    expect(bundled.guessCall(toBytes(`0x3593564c${'f'.repeat(192)}`))).toBeUndefined()
    expect(bundled.guessCall(toBytes(transfer + word(7) + word(1)))?.label).toBe('transfer')
  })

  test('is named even with trailing bytes', () => {
    const input = toBytes(`0xa9059cbb${word(7)}${word(1)}c0ffee`)
    expect(bundled.guessCall(input)?.label).toBe('transfer')
    expect(bundled.guessMethod(input)).toEqual({ label: 'transfer', signature: 'transfer(address,uint256)' })
  })
})

describe('several functions with one selector', () => {
  // Both hash to 0x42966c68.
  const [burn, other] = ['burn(uint256)', 'collate_propagate_storage(bytes16)']
  const key = toFunctionSelector(burn).slice(2)
  const signatures = withFunctions(`${key} burn(uint256 amount)`, `${key} collate_propagate_storage(bytes16 x)`)

  test('do share it', () => expect(toFunctionSelector(other)).toBe(`0x${key}`))

  test('are distinguished by what fits the calldata', () => {
    expect(signatures.guessCall(toBytes(`0x${key}${word(12)}`))?.label).toBe('burn')
    expect(signatures.guessMethod(toBytes(`0x${key}${word(12)}`))?.label).toBe('burn')
  })

  test('leave the call unnamed if several fit, or only with trailing bytes', () => {
    const fitsBoth = `0x${key}${'ab'.repeat(16)}${'00'.repeat(16)}`
    expect(signatures.guessCall(toBytes(fitsBoth))).toBeUndefined()
    expect(signatures.guessMethod(toBytes(fitsBoth))).toBeUndefined()
    expect(signatures.guessCall(toBytes(`0x${key}${word(12)}00`))).toBeUndefined()
  })
})

test('calldata that reuses parts exponentially is refused; long valid calldata is read', () => {
  const count = 4_000
  // 4,000 entries, each of which is the same list of 4,000 entries.
  const hostile = `0xac9650d8${word(32)}${word(count)}${word(32 * count).repeat(count)}${word(64 * count)}`
  expect(bundled.guessCall(toBytes(hostile))).toBeUndefined()
  const lists: [Hex[]] = [Array.from({ length: count }, (): Hex => '0x01')]
  const fair = toBytes(`0xac9650d8${encodeAbiParameters([{ type: 'bytes[]' }], lists).slice(2)}`)
  expect(bundled.guessCall(fair)?.params).toHaveLength(1)
  expect(bundled.guessMethod(fair)?.label).toBe('multicall')
})

test('a table finds each of its lines, and nothing in between', () => {
  const keys = ['00000001', '0a0a0a0a', '42966c68', 'a9059cbb', 'ffffffff']
  const table = tableOf(...keys.flatMap((key) => [`${key} a()`, `${key} b(address ${key === '42966c68' ? 'x' : 'y'})`]))
  for (const key of keys) expect(table.find(key)).toHaveLength(2)
  for (const key of ['00000000', '0a0a0a0b', '42966c67', 'fffffffe']) expect(table.find(key)).toEqual([])
  expect(signatureTable(Buffer.alloc(0)).find('00000000')).toEqual([])
})
