import {
  type AbiFunction,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { abiIndex, type KnownAbis } from '#lib/evm/abi/abi-index.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { nestedCalls } from '#lib/evm/signatures/nested-calls.ts'

const signatures = createKnownSignatures()
const [self, token, wallet, factory] = ['01', '02', '03', '04'].map((byte) => `0x${byte.repeat(20)}` as Hex) as [
  Hex,
  Hex,
  Hex,
  Hex,
]
const zero = `0x${'0'.repeat(40)}` as const

const encode = (declaration: string, args: readonly unknown[]): Hex => {
  const [item] = parseAbi([`function ${declaration}`] as readonly string[])
  return encodeFunctionData({ abi: [item as AbiFunction], args })
}

const transfer = encode('transfer(address to, uint256 value)', [wallet, 5n])
const approve = encode('approve(address spender, uint256 value)', [wallet, 7n])

const nestedIn = async (input: Hex, known?: KnownAbis) => {
  const read = signatures.findCall(toBytes(input))
  if (!read) throw new Error('the call itself is not known')
  const calls = await nestedCalls(
    { read, to: self, block: 1 },
    { signatures, ...(known && { abisOf: async () => known }) },
  )
  return calls.map(({ parent, path, to, value, call, selector, source }) => ({
    at: [...(parent === null ? [] : [`in ${parent}`]), path.join('.')].join(' at '),
    name: call?.label ?? selector,
    to,
    value,
    source,
  }))
}
const one = (at: string, name: string, to: string | null, value: string | null = null) => ({
  ...{ at, name, to, value, source: 'signatures' },
})

test('a multicall is for the contract itself', async () => {
  expect(await nestedIn(encode('multicall(bytes[] data)', [[transfer, approve]]))).toEqual([
    one('0.0', 'transfer', self),
    one('0.1', 'approve', self),
  ])
})

test('a Safe calls a bundle, whose calls are packed', async () => {
  const packed = ([to, value, data]: readonly [Hex, bigint, Hex]) => {
    const words = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [value, BigInt((data.length - 2) / 2)])
    return concatHex(['0x00', to, words, data])
  }
  const bundle = encode('multiSend(bytes transactions)', [
    concatHex([packed([token, 0n, transfer]), packed([wallet, 3n, '0x']), packed([token, 1n, approve])]),
  ])
  const execute = encode(
    'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)',
    [factory, 0n, bundle, 1, 0n, 0n, 0n, zero, zero, `0x${'11'.repeat(65)}`],
  )
  expect(await nestedIn(execute)).toEqual([
    one('2', 'multiSend', factory, '0'),
    one('in 0 at 0', 'transfer', token, '0'),
    one('in 0 at 0', 'approve', token, '1'),
  ])
})

test('an account of ERC-4337 is called by its operation, and its factory by initCode', async () => {
  const account = encode('execute(address dest,uint256 value,bytes func)', [token, 9n, transfer])
  const creation = encode('createAccount(address owner,uint256 salt)', [wallet, 1n])
  const operation = [wallet, 0n, concatHex([factory, creation]), account, 1n, 1n, 1n, 1n, 1n, '0x', '0x']
  const input = encode(
    'handleOps((address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,bytes paymasterAndData,bytes signature)[] ops,address beneficiary)',
    [[operation], wallet],
  )
  expect(await nestedIn(input)).toEqual([
    one('0.0.2', 'createAccount', factory, '0'),
    one('0.0.3', 'execute', wallet),
    one('in 1 at 2', 'transfer', token, '9'),
  ])
})

test('an account of ERC-7579 packs the only call', async () => {
  const packed = concatHex([token, encodeAbiParameters(parseAbiParameters('uint256'), [4n]), transfer])
  expect(
    await nestedIn(encode('execute(bytes32 mode,bytes executionCalldata)', [`0x${'00'.repeat(32)}`, packed])),
  ).toEqual([one('1', 'transfer', token, '4')])
})

test('lists of targets, values and data belong together, and proposals may write their functions in words', async () => {
  const lists = [
    [token, wallet],
    [1n, 2n],
  ] as const
  expect(
    await nestedIn(
      encode('propose(address[] targets,uint256[] values,bytes[] calldatas,string description)', [
        ...lists,
        [transfer, approve],
        'two calls',
      ]),
    ),
  ).toEqual([one('2.0', 'transfer', token, '1'), one('2.1', 'approve', wallet, '2')])
  const words = `0x${transfer.slice(10)}` as const
  expect(
    await nestedIn(
      encode('propose(address[] targets,uint256[] values,string[] signatures,bytes[] calldatas,string description)', [
        ...lists,
        ['transfer(address,uint256)', ''],
        [words, approve],
        'two calls',
      ]),
    ),
  ).toEqual([one('3.0', 'transfer', token, '1'), one('3.1', 'approve', wallet, '2')])
  expect(
    await nestedIn(
      encode('queueTransaction(address target,uint256 value,string signature,bytes data,uint256 eta)', [
        ...[token, 0n, 'transfer(address,uint256)', words, 1_700_000_000n],
      ]),
    ),
  ).toEqual([one('3', 'transfer', token, '0')])
})

test('operations of the Universal Router have names and arguments; one that is not known is said to be', async () => {
  const swap = encodeAbiParameters(
    parseAbiParameters('address recipient,uint256 amountIn,uint256 amountOutMin,address[] path,bool payerIsUser'),
    [wallet, 5n, 4n, [token, factory], true],
  )
  const wrap = encodeAbiParameters(parseAbiParameters('address recipient,uint256 amount'), [wallet, 5n])
  const calls = await nestedIn(
    encode('execute(bytes commands,bytes[] inputs,uint256 deadline)', ['0x0b8807', [wrap, swap, '0x'], 1n]),
  )
  expect(calls.map(({ at, name, source }) => [at, name, source])).toEqual([
    ['1.0', 'WRAP_ETH', 'signatures'],
    ['1.1', 'V2_SWAP_EXACT_IN', 'signatures'],
    ['1.2', null, null],
  ])
})

test('the verified ABI of the called contract comes before known signatures', async () => {
  const abi = abiIndex([
    {
      ...{ type: 'function', name: 'transfer' },
      inputs: ['own_to', 'own_value'].map((name, index) => ({ name, type: index === 0 ? 'address' : 'uint256' })),
    },
  ])
  const known: KnownAbis = ({ address }) => (address === token && abi ? [abi] : [])
  const [call] = await nestedIn(encode('execute(address target,bytes data)', [token, transfer]), known)
  expect(call).toMatchObject({ name: 'transfer', source: 'abi' })
})

test('bytes that only look like a call are none, and a call by an unknown function keeps its selector', async () => {
  expect(
    await nestedIn(
      encode('safeTransferFrom(address from,address to,uint256 tokenId,bytes data)', [self, wallet, 1n, '0xfefefefe']),
    ),
  ).toEqual([])
  expect(await nestedIn(encode('execute(address target,bytes data)', [token, '0xfefefefe']))).toEqual([
    { ...one('1', '0xfefefefe', token), source: null },
  ])
})

test('depth and number are bounded', async () => {
  let deep = transfer
  for (let depth = 0; depth < 20; depth++) deep = encode('multicall(bytes[] data)', [[deep]])
  expect(await nestedIn(deep)).toHaveLength(8)
  const many = encode('multicall(bytes[] data)', [new Array(5_000).fill('0xfefefefe')])
  expect((await nestedIn(many)).length).toBeLessThanOrEqual(200)
})
