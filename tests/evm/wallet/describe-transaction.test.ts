import { expect, test } from 'vitest'
import { walletHistoryEndpoints } from '#lib/evm/wallet/contract.ts'
import { type DescribedTransaction, describeTransaction } from '#lib/evm/wallet/describe-transaction.ts'

const [example] = walletHistoryEndpoints.walletHistory.example.output.result
const [transfer] = example?.erc20_transfers ?? []

const wallet = `0x${'1'.repeat(40)}`
const router = `0x${'2'.repeat(40)}`
const zero = `0x${'0'.repeat(40)}`
const ether = 10n ** 18n

type Moved = { direction: 'incoming' | 'outgoing'; milli: number; token?: string; other?: string }

const sides = ({ direction, other = router }: Moved) =>
  direction === 'incoming' ? { from_address: other, to_address: wallet } : { from_address: wallet, to_address: other }
const amountOf = ({ milli }: Moved) => String((BigInt(milli) * ether) / 1_000n)

/** A call of a router; tokens and coin in thousandths, as the transaction or a contract moved them. */
const moving = (tokens: Moved[], coins: Moved[] = []): DescribedTransaction => {
  const [native] = example?.native_transfers ?? []
  if (!example || !transfer || !native) throw new Error('the example of the endpoint has transfers')
  return {
    ...example,
    ...{ from_address: wallet, to_address: router, input: '0x12345678', receipt_status: '1', method_label: null },
    nft_transfers: [],
    erc20_transfers: tokens.map((moved, index) => {
      const { token = 'WETH', direction } = moved
      return {
        ...transfer,
        ...sides(moved),
        ...{ direction, value: amountOf(moved), log_index: index, token_decimals: '18', token_symbol: token },
        address: `0x${Buffer.from(token.padStart(20)).toString('hex')}`,
      }
    }),
    native_transfers: coins.map((moved, index) => ({
      ...{ ...native, ...sides(moved), direction: moved.direction },
      ...{ value: amountOf(moved), internal_transaction: index > 0 },
    })),
  }
}

const described = (transaction: DescribedTransaction, { isWrapped = false, isCoinTraced = true } = {}) =>
  describeTransaction(transaction, {
    ...{ wallet, coin: { symbol: 'ETH', decimals: 18 }, isCoinTraced, isWrapped: () => isWrapped },
  })

test('a contract in the middle of a swap passes tokens on, and did not swap them for themselves', () => {
  const passed = moving([
    { direction: 'incoming', milli: 3_000 },
    { direction: 'outgoing', milli: 3_000 },
  ])
  expect(described(passed)).toEqual({ category: 'contract interaction', summary: 'Forwarded 3 WETH' })
  const changed = moving([
    { direction: 'outgoing', milli: 3_000 },
    { direction: 'incoming', milli: 4_000 },
  ])
  expect(described(changed)).toEqual({ category: 'token receive', summary: 'Received 1 WETH from 0x2222…2222' })
})

test('coin that a contract paid for tokens, or gave back, is part of the sentence', () => {
  const sold = moving([{ direction: 'outgoing', milli: 300_000 }], [{ direction: 'incoming', milli: 100 }])
  expect(described(sold)).toEqual({ category: 'token swap', summary: 'Swapped 300 WETH for 0.1 ETH' })
  const bought = moving(
    [{ direction: 'incoming', milli: 300_000 }],
    [
      { direction: 'outgoing', milli: 1_000 },
      { direction: 'incoming', milli: 250 },
    ],
  )
  expect(described(bought)).toEqual({ category: 'token swap', summary: 'Swapped 0.75 ETH for 300 WETH' })
})

test('wrapped coin is unwrapped, whether the coin that came for it is known or not', () => {
  const burnt: Moved = { direction: 'outgoing', milli: 100, other: zero }
  const whole = moving([burnt], [{ direction: 'incoming', milli: 100 }])
  const unwrapped = { category: 'withdraw', summary: 'Unwrapped 0.1 WETH into 0.1 ETH' }
  expect(described(whole, { isWrapped: true })).toEqual(unwrapped)
  expect(described(moving([burnt]), { isWrapped: true, isCoinTraced: false })).toEqual(unwrapped)
})

test('what is given in a call is not called sent while the coin that came back is unknown', () => {
  const sold = moving([{ direction: 'outgoing', milli: 300_000 }])
  const named = { ...sold, method_label: 'liquidate' }
  expect(described(named, { isCoinTraced: false }).summary).toBe('Gave 300 WETH to 0x2222…2222')
  expect(described(named, { isCoinTraced: true }).summary).toBe('Sent 300 WETH to 0x2222…2222')
})
