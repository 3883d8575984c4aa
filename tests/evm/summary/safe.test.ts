import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { coinMove, type Move } from '#lib/evm/summary/moves.ts'
import { transactionSentence } from '#lib/evm/summary/sentence.ts'
import { sentenceText } from '#lib/evm/summary/sentence-text.ts'

const [relayer, safe, coin, friend] = [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function approve(address spender, uint256 amount)',
])
const zero = `0x${'0'.repeat(40)}` as const
const executing = (to: `0x${string}`, data: `0x${string}`) =>
  encodeFunctionData({ abi, args: [to, 0n, data, 0, 0n, 0n, 0n, zero, zero, '0x'], functionName: 'execTransaction' })

const success = {
  log_index: '7',
  transaction_hash: `0x${'a'.repeat(64)}`,
  address: safe,
  topic0: '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e',
  ...{ topic1: null, topic2: null, topic3: null },
  data: '0x',
}
const textOf = (input: string, moves: Move[], logs = [success]): string => {
  const sent = {
    from_address: relayer,
    to_address: safe,
    receipt_contract_address: null,
    receipt_status: '1',
    value: '0',
  }
  const transaction = { ...sent, input, logs } as unknown as Parameters<typeof transactionSentence>[0]
  return sentenceText(
    transactionSentence(transaction, { moves, isCoinTraced: true }),
    { symbol: 'ETH', decimals: 18 },
    { tokens: new Map(), labels: new Map([[safe, 'Treasury']]) },
  )
}

test('what a Safe did is the sentence of its transaction', () => {
  expect(textOf(executing(friend, '0x'), [coinMove(safe, friend, 2n * 10n ** 18n)])).toBe(
    '0x111111…111111 executed a transaction of the Safe Treasury, which sent 2 ETH to 0x444444…444444.',
  )
})

test('an inner call that moves nothing is named, however it is cut', () => {
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [friend, 5n] })
  expect(textOf(executing(coin, approve), [])).toContain('which called approve on 0x333333…333333.')
  expect(textOf(executing(coin, '0x12345678'), [])).toContain('which called 0x12345678 on')
  for (const length of [10, 50, 74, 140, 202, 400])
    expect(textOf(executing(coin, approve).slice(0, length), [])).toBeTruthy()
})

test('without the event of success, nothing is said of the inner call', () => {
  expect(textOf(executing(friend, '0x'), [], [])).not.toContain('Safe Treasury, which')
})
