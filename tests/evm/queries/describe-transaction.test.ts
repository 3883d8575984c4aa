import { expect, test } from 'vitest'
import { walletHistoryEndpoints } from '#lib/evm/contract/interface/wallet-history-endpoints.ts'
import { type DescribedTransaction, describeTransaction } from '#lib/evm/queries/history/describe-transaction.ts'

const [example] = walletHistoryEndpoints.walletHistory.example.output.result
const [transfer] = example?.erc20_transfers ?? []

const moving = (...moved: { direction: 'incoming' | 'outgoing'; value: string }[]): DescribedTransaction => {
  if (!example || !transfer) throw new Error('the example of the endpoint has an ERC20 transfer')
  const erc20_transfers = moved.map(({ direction, value }) => ({
    ...{ ...transfer, direction, value, value_formatted: value, token_symbol: 'WETH' },
  }))
  const native = { native_transfers: [], native_decimals: 18 }
  return { ...example, ...native, input: '0x', nft_transfers: [], erc20_transfers }
}

const ether = 10n ** 18n

/** Coin in thousandths, as the transaction or a contract moved it. */
const movingCoin = (
  transaction: DescribedTransaction,
  ...moved: { direction: 'incoming' | 'outgoing'; milli: number }[]
): DescribedTransaction => {
  const [native] = example?.native_transfers ?? []
  if (!native) throw new Error('the example of the endpoint has a native transfer')
  const native_transfers = moved.map(({ direction, milli }, index) => ({
    ...{ ...native, direction, value: String((BigInt(milli) * ether) / 1_000n), internal_transaction: index > 0 },
  }))
  return { ...transaction, native_transfers }
}

test('a contract in the middle of a swap passes tokens on, and did not swap them for themselves', () => {
  const passed = moving({ direction: 'incoming', value: '3' }, { direction: 'outgoing', value: '3' })
  expect(describeTransaction(passed)).toEqual({ category: 'contract interaction', summary: 'Passed on 3 WETH' })
  const changed = moving({ direction: 'outgoing', value: '3' }, { direction: 'incoming', value: '4' })
  expect(describeTransaction(changed)).toEqual({ category: 'token swap', summary: 'Swapped 3 WETH for 4 WETH' })
})

test('coin that a contract paid for tokens, or gave back, is part of the sentence', () => {
  const sold = movingCoin(moving({ direction: 'outgoing', value: '300' }), { direction: 'incoming', milli: 100 })
  expect(describeTransaction(sold)).toEqual({ category: 'token swap', summary: 'Swapped 300 WETH for 0.1 ETH' })
  const bought = movingCoin(
    moving({ direction: 'incoming', value: '300' }),
    { direction: 'outgoing', milli: 1_000 },
    { direction: 'incoming', milli: 250 },
  )
  expect(describeTransaction(bought)).toEqual({ category: 'token swap', summary: 'Swapped 0.75 ETH for 300 WETH' })
  const unwrapped = { ...sold, input: `0x2e1a7d4d${'0'.repeat(64)}` }
  expect(describeTransaction(unwrapped)).toEqual({ category: 'withdraw', summary: 'Withdrew 0.1 ETH for 300 WETH' })
})
