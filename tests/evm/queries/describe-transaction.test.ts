import { expect, test } from 'vitest'
import { walletHistoryEndpoints } from '#lib/evm/contract/wallet-history-endpoints.ts'
import { type DescribedTransaction, describeTransaction } from '#lib/evm/queries/history/describe-transaction.ts'

const [example] = walletHistoryEndpoints.walletHistory.example.output.result
const [transfer] = example?.erc20_transfers ?? []

const moving = (...moved: { direction: 'incoming' | 'outgoing'; value: string }[]): DescribedTransaction => {
  if (!example || !transfer) throw new Error('the example of the endpoint has an ERC20 transfer')
  const erc20_transfers = moved.map(({ direction, value }) => ({
    ...{ ...transfer, direction, value, value_formatted: value, token_symbol: 'WETH' },
  }))
  return { ...example, input: '0x', native_transfers: [], nft_transfers: [], erc20_transfers }
}

test('a contract in the middle of a swap passes tokens on, and did not swap them for themselves', () => {
  const passed = moving({ direction: 'incoming', value: '3' }, { direction: 'outgoing', value: '3' })
  expect(describeTransaction(passed)).toEqual({ category: 'contract interaction', summary: 'Passed on 3 WETH' })
  const changed = moving({ direction: 'outgoing', value: '3' }, { direction: 'incoming', value: '4' })
  expect(describeTransaction(changed)).toEqual({ category: 'token swap', summary: 'Swapped 3 WETH for 4 WETH' })
})
