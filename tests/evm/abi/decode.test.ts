import {
  type AbiParameter,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  stringToHex,
} from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { type AbiIndex, abiIndex } from '#lib/evm/abi/abi-index.ts'
import { abiType } from '#lib/evm/abi/abi-type.ts'
import { decodeCall } from '#lib/evm/abi/decode-call.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import { readValues } from '#lib/evm/abi/read-values.ts'
import { seeded } from '#tests/support/seeded.ts'

const index = (abi: unknown): AbiIndex => {
  const compiled = abiIndex(abi)
  if (!compiled) throw new Error('not an ABI')
  return compiled
}
const human = (...lines: string[]): AbiIndex => index(parseAbi(lines as [string]))
const alice = getAddress(`0x${'a1'.repeat(20)}`)
const bob = getAddress(`0x${'b0'.repeat(20)}`)
const word = (value: bigint | number): string => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
const logOf = (topics: readonly (string | null)[], data: string) => {
  const topic = (at: number) => (topics[at] ? toBytes(topics[at]) : null)
  return { topic0: topic(0), topic1: topic(1), topic2: topic(2), topic3: topic(3), data: toBytes(data) }
}
const transferTopic = keccak256(stringToHex('Transfer(address,address,uint256)'))
const topicOf = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

describe('calls', () => {
  test("are decoded to names, values and types in the API's format", () => {
    const abi = parseAbi(['function transfer(address _to, uint256 _value) returns (bool)'])
    const data = encodeFunctionData({ abi, args: [bob, 2_124_999_000n] })
    expect(decodeCall([index(abi)], toBytes(data))).toEqual({
      signature: 'transfer(address,uint256)',
      label: 'transfer',
      type: 'function',
      params: [
        { name: '_to', value: bob, type: 'address' },
        { name: '_value', value: '2124999000', type: 'uint256' },
      ],
    })
  })

  test('overloads are distinguished, unnamed inputs have an empty name, and functions without inputs have no params', () => {
    const abi = parseAbi([
      'function give(address to)',
      'function give(address, uint256)',
      'function give(address to, uint256 id, bytes data)',
      'function deposit() payable',
    ])
    const compiled = [index(abi)]
    const of = (data: Hex) => decodeCall(compiled, toBytes(data))
    expect(of(encodeFunctionData({ abi, functionName: 'give', args: [bob] }))?.signature).toBe('give(address)')
    expect(of(encodeFunctionData({ abi, functionName: 'give', args: [bob, 1n] }))?.params).toEqual([
      { name: '', value: bob, type: 'address' },
      { name: '', value: '1', type: 'uint256' },
    ])
    expect(of(encodeFunctionData({ abi, functionName: 'give', args: [bob, 1n, '0xff'] }))?.params[2]).toEqual({
      name: 'data',
      value: '0xff',
      type: 'bytes',
    })
    expect(of(encodeFunctionData({ abi, functionName: 'deposit' }))).toMatchObject({ label: 'deposit', params: [] })
  })

  test('tuples and arrays become JSON text, with their component types in the signature', () => {
    const abi = parseAbi([
      'struct Order { address maker; uint128[] amounts; bool open; string note }',
      'function fill(Order[] orders, int8[2] steps, bytes4 kind)',
    ])
    const order = { maker: alice, amounts: [1n, 2n ** 100n], open: true, note: 'a "quote"\n' }
    const data = encodeFunctionData({ abi, args: [[order], [-1, 5], '0x01020304'] })
    expect(decodeCall([index(abi)], toBytes(data))).toEqual({
      signature: 'fill((address,uint128[],bool,string)[],int8[2],bytes4)',
      label: 'fill',
      type: 'function',
      params: [
        {
          name: 'orders',
          value: JSON.stringify([[alice, ['1', String(2n ** 100n)], 'true', 'a "quote"\n']]),
          type: 'tuple[]',
        },
        { name: 'steps', value: '["-1","5"]', type: 'int8[2]' },
        { name: 'kind', value: '0x01020304', type: 'bytes4' },
      ],
    })
  })

  test('trailing bytes are allowed; missing bytes and values outside their types are not', () => {
    const abi = [human('function set(uint8 level, address who, bool on, bytes2 tag)')]
    const selector = keccak256(stringToHex('set(uint8,address,bool,bytes2)')).slice(0, 10)
    const of = (...words: string[]) => decodeCall(abi, toBytes(selector + words.join('')))
    const good = [word(255), word(BigInt(alice)), word(1), `0102${'0'.repeat(60)}`]
    const changed = (at: number, value: string) => good.with(at, value)
    expect(of(...good)).toBeDefined()
    expect(of(...good, 'deadbeef', word(9))).toEqual(of(...good))
    expect(of(...good.slice(0, 3))).toBeUndefined()
    expect(of(...changed(0, word(256)))).toBeUndefined()
    expect(of(...changed(1, `01${word(BigInt(alice)).slice(2)}`))).toBeUndefined()
    expect(of(...changed(2, word(2)))).toBeUndefined()
    expect(of(...changed(3, `010203${'0'.repeat(58)}`))).toBeUndefined()
    expect(of()).toBeUndefined()
    expect(decodeCall(abi, toBytes('0x'))).toBeUndefined()
    expect(decodeCall(abi, toBytes(selector.slice(0, 8)))).toBeUndefined()
    expect(decodeCall([], toBytes(selector + good.join('')))).toBeUndefined()
  })

  test("a proxy's own function takes precedence over one with the same selector in its implementation", () => {
    const own = human('function upgradeTo(address ownName)')
    const behind = human('function upgradeTo(address otherName)', 'function tip(uint256 amount)')
    const upgrade = `${keccak256(stringToHex('upgradeTo(address)')).slice(0, 10)}${word(BigInt(bob))}`
    const tip = `${keccak256(stringToHex('tip(uint256)')).slice(0, 10)}${word(7)}`
    expect(decodeCall([own, behind], toBytes(upgrade))?.params[0]?.name).toBe('ownName')
    expect(decodeCall([own, behind], toBytes(tip))?.params[0]?.value).toBe('7')
  })
})

describe('logs', () => {
  const erc20 = human('event Transfer(address indexed from, address indexed to, uint256 value)')
  const erc721 = human('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')
  const allInData = human('event Transfer(address sender, address receiver, uint256 amount)')

  test('the same topic with another number of indexed inputs is another event', () => {
    const all = [erc20, erc721, allInData]
    const names = (topics: string[], data: string) =>
      decodeLog(all, logOf(topics, data))?.params.map(({ name, value }) => [name, value])
    const ends = [topicOf(alice), topicOf(bob)]
    expect(names([transferTopic, ...ends], `0x${word(5)}`)).toEqual([
      ['from', alice],
      ['to', bob],
      ['value', '5'],
    ])
    expect(names([transferTopic, ...ends, `0x${word(5)}`], '0x')).toEqual([
      ['from', alice],
      ['to', bob],
      ['tokenId', '5'],
    ])
    const inData = `0x${word(BigInt(alice))}${word(BigInt(bob))}${word(5)}`
    expect(names([transferTopic], inData)?.map(([name]) => name)).toEqual(['sender', 'receiver', 'amount'])
    expect(decodeLog([erc20], logOf([transferTopic, ...ends, `0x${word(5)}`], '0x'))).toBeUndefined()
    expect(decodeLog([erc20], logOf([transferTopic, ...ends], '0x'))).toBeUndefined()
  })

  test('inputs keep their order when the middle one is indexed', () => {
    const abi = parseAbi(['event Moved(uint256 a, address indexed b, string c)'])
    const topics = encodeEventTopics({ abi, args: { b: bob } }) as string[]
    const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'string' }], [3n, 'sea'])
    expect(decodeLog([index(abi)], logOf(topics, data))).toEqual({
      signature: 'Moved(uint256,address,string)',
      label: 'Moved',
      type: 'event',
      params: [
        { name: 'a', value: '3', type: 'uint256' },
        { name: 'b', value: bob, type: 'address' },
        { name: 'c', value: 'sea', type: 'string' },
      ],
    })
  })

  test('an indexed value longer than a word is shown as its hash', () => {
    const abi = parseAbi(['event Named(string indexed name, uint256[2] indexed pair, bytes2 indexed tag)'])
    const hash = keccak256(stringToHex('lantern'))
    const pair = keccak256(`0x${word(1)}${word(2)}`)
    const topics = [keccak256(stringToHex('Named(string,uint256[2],bytes2)')), hash, pair, `0x0102${'0'.repeat(60)}`]
    expect(decodeLog([index(abi)], logOf(topics, '0x'))?.params.map(({ value }) => value)).toEqual([
      hash,
      pair,
      '0x0102',
    ])
  })

  test('anonymous events are tried last, and only if the length fits exactly', () => {
    const anonymous = index([
      {
        type: 'event',
        name: 'LogNote',
        anonymous: true,
        inputs: [
          { name: 'sig', type: 'bytes4', indexed: true },
          { name: 'guy', type: 'address', indexed: true },
          { name: 'foo', type: 'bytes32', indexed: true },
          { name: 'fax', type: 'bytes', indexed: false },
        ],
      },
      {
        type: 'event',
        name: 'Plain',
        anonymous: true,
        inputs: [
          { name: 'from', type: 'bytes32', indexed: true },
          { name: 'a', type: 'address', indexed: true },
          { name: 'b', type: 'address', indexed: true },
          { name: 'value', type: 'uint256', indexed: false },
        ],
      },
    ])
    const fax = encodeAbiParameters([{ type: 'bytes' }], ['0x010203'])
    const noted = [`0x01020304${'0'.repeat(56)}`, topicOf(alice), `0x${word(9)}`]
    expect(decodeLog([anonymous], logOf(noted, fax))?.params.at(-1)?.value).toBe('0x010203')
    expect(decodeLog([anonymous], logOf(noted, `${fax}${word(0)}`))).toBeUndefined()
    const transfer = logOf([transferTopic, topicOf(alice), topicOf(bob)], `0x${word(5)}`)
    expect(decodeLog([anonymous], transfer)?.label).toBe('Plain')
    expect(decodeLog([anonymous, erc20], transfer)?.label).toBe('Transfer')
    expect(decodeLog([erc20], logOf([], '0x'))).toBeUndefined()
  })
})

describe('untrusted ABIs', () => {
  test('invalid items are left out, and input that is no ABI gives none', () => {
    const compiled = index({
      contractName: 'Anything',
      abi: [
        null,
        7,
        { type: 'constructor', inputs: [] },
        { type: 'error', name: 'No', inputs: [] },
        { type: 'function', name: 'bad name', inputs: [] },
        { type: 'function', name: 'odd', inputs: [{ name: 'x', type: 'uint7' }] },
        { type: 'function', name: 'endless', inputs: [{ name: 'x', type: 'uint256[0][]' }] },
        { type: 'function', name: 'hollow', inputs: [{ name: 'x', type: 'tuple[]', components: [] }] },
        { type: 'function', name: 'vast', inputs: [{ name: 'x', type: 'uint256[9999999][9999999]' }] },
        { type: 'function', name: 'fine', inputs: [{ name: '<b>', type: 'uint' }] },
        { name: 'ofOldCompilers', inputs: [{ name: 'who', type: 'address' }], outputs: [] },
      ],
    })
    expect([...compiled.functions.values()].flat().map(({ signature }) => signature)).toEqual([
      'fine(uint256)',
      'ofOldCompilers(address)',
    ])
    expect([...compiled.functions.values()].flat()[0]?.inputs[0]?.name).toBe('')
    for (const wrong of [null, 'text', 7, {}, { abi: 'none' }]) expect(abiIndex(wrong)).toBeUndefined()
  })

  test('types nested without limit are rejected', () => {
    let parameter: Record<string, unknown> = { name: 'x', type: 'uint256' }
    for (let depth = 0; depth < 5_000; depth++) parameter = { name: 'x', type: 'tuple', components: [parameter] }
    expect(abiType(parameter)).toBeUndefined()
    expect(abiType({ type: `uint256${'[]'.repeat(60)}` })).toBeUndefined()
  })
})

describe('values encoded by another implementation', () => {
  const random = seeded(7)
  const below = (count: number) => Math.floor(random() * count)
  const bytesOf = (count: number): Hex =>
    `0x${Array.from({ length: count }, () => below(256).toString(16).padStart(2, '0')).join('')}`

  type Sample = { parameter: AbiParameter; value: unknown; text: unknown }
  const elementary: (() => Sample)[] = [
    () => {
      const bits = 8 * (1 + below(32))
      const big = BigInt(bytesOf(bits / 8))
      return { parameter: { type: `uint${bits}` }, value: big, text: String(big) }
    },
    () => {
      const bits = 8 * (1 + below(32))
      const big = BigInt.asIntN(bits, BigInt(bytesOf(bits / 8)))
      return { parameter: { type: `int${bits}` }, value: big, text: String(big) }
    },
    () => {
      const address = getAddress(bytesOf(20))
      return { parameter: { type: 'address' }, value: address, text: address }
    },
    () => {
      const flag = random() < 0.5
      return { parameter: { type: 'bool' }, value: flag, text: String(flag) }
    },
    () => {
      const size = 1 + below(32)
      const bytes = bytesOf(size)
      return { parameter: { type: `bytes${size}` }, value: bytes, text: bytes }
    },
    () => {
      const bytes = bytesOf(below(90))
      return { parameter: { type: 'bytes' }, value: bytes, text: bytes }
    },
    () => {
      const text = ['', 'harbor', '灯籠 🏮', 'x'.repeat(below(100)), '"\\\n\u0001'][below(5)] ?? ''
      return { parameter: { type: 'string' }, value: text, text }
    },
  ]
  const again = (sample: () => Sample, parameter: AbiParameter): Sample => {
    for (;;) {
      const next = sample()
      if (JSON.stringify(next.parameter) === JSON.stringify(parameter)) return next
    }
  }
  const sampleOf = (depth: number): Sample => {
    const kind = below(depth > 0 ? elementary.length + 4 : elementary.length)
    const plain = elementary[kind]
    if (plain) return plain()
    if (kind < elementary.length + 2) {
      const items = Array.from({ length: 1 + below(3) }, () => sampleOf(depth - 1))
      const components = items.map(({ parameter }, at) => ({ ...parameter, name: `field${at}` }))
      const value = Object.fromEntries(items.map((item, at) => [`field${at}`, item.value]))
      return { parameter: { type: 'tuple', components }, value, text: items.map(({ text }) => text) }
    }
    const source = elementary[below(elementary.length)] as () => Sample
    const first = source()
    const items = [first, ...Array.from({ length: below(4) }, () => again(source, first.parameter))]
    const isEmpty = random() < 0.2
    const shown = isEmpty ? [] : items
    const length = !isEmpty && random() < 0.5 ? items.length : ''
    return {
      parameter: { ...first.parameter, type: `${first.parameter.type}[${length}]` },
      value: shown.map(({ value }) => value),
      text: shown.map(({ text }) => text),
    }
  }

  const cases = Array.from({ length: 400 }, () => {
    const samples = Array.from({ length: 1 + below(4) }, () => sampleOf(3))
    const types = samples.map(({ parameter }) => abiType(parameter)).filter((type) => type !== undefined)
    expect(types).toHaveLength(samples.length)
    const data = encodeAbiParameters(
      samples.map(({ parameter }) => parameter),
      samples.map(({ value }) => value),
    )
    return { samples, types, data: toBytes(data) }
  })

  test('round-trip', () => {
    for (const { samples, types, data } of cases) {
      const texts = samples.map(({ text }) => (typeof text === 'string' ? text : JSON.stringify(text)))
      const read = readValues(types, data)
      expect(read?.values).toEqual(texts)
      expect(read?.paddedEnd).toBe(data.length)
    }
  })

  test('never throw, hang or grow when truncated, modified or random', () => {
    let readCount = 0
    for (let round = 0; round < 20; round++)
      for (const { types, data } of cases) {
        const hostile = Buffer.from(data.subarray(0, random() < 0.3 ? below(data.length) : data.length))
        for (let changes = below(6); changes > 0 && hostile.length > 0; changes--)
          hostile[below(hostile.length)] = [0, 1, 32, 64, 255][below(5)] ?? 0
        const read = readValues(types, hostile)
        if (read) readCount += 1
        const characters = read?.values.reduce((sum, { length }) => sum + length, 0) ?? 0
        expect(characters).toBeLessThanOrEqual(2_048 + 8 * hostile.length)
      }
    expect(readCount).toBeGreaterThan(0)
  })

  test('are rejected if arrays share one tail a thousand times or claim an enormous length, within ten readings of the data', () => {
    using slices = vi.spyOn(Buffer.prototype, 'subarray')
    const rejects = (type: string, hex: string): void => {
      const types = [abiType({ type })].filter((one) => one !== undefined)
      const data = toBytes(hex)
      slices.mockClear()
      expect(readValues(types, data)).toBeUndefined()
      const bytesRead = slices.mock.results.reduce((sum, { value }) => sum + value.length, 0)
      expect(bytesRead).toBeGreaterThan(0)
      expect(bytesRead).toBeLessThanOrEqual(10 * data.length + 4_096)
    }
    const text = `${word(60_000)}${'61'.repeat(60_000)}${'00'.repeat(64)}`
    const count = 2_000
    const bomb = `0x${word(32)}${word(count)}${word(32 * count).repeat(count)}${text}`
    rejects('string[]', bomb)
    rejects('bytes[]', bomb)
    // Ten lists, each of which names the next one twice: 1,024 leaves in 33 words.
    const doubled = `0x${word(32)}${`${word(2)}${word(64)}${word(64)}`.repeat(10)}${word(1)}${word(7)}`
    rejects(`uint256${'[]'.repeat(11)}`, doubled)
    rejects('uint256[]', `0x${word(32)}${word(2n ** 32n - 1n)}`)
    rejects('uint256[]', `0x${word(2n ** 255n)}${word(1)}`)
  })
})
