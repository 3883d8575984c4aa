import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'

/** The selector of the called method, with 0x. */
const selectorLength = 10

/** Rows with only what a list shows of them: fields that no cell reads are empty, and of the calldata the selector is kept. */
export const listedTransactions = <Page extends { result: readonly NativeTransaction[] }>(page: Page): Page => ({
  ...page,
  result: page.result.map((row) => ({
    ...row,
    nonce: '',
    transaction_index: '',
    gas: '',
    receipt_cumulative_gas_used: '',
    receipt_root: null,
    block_hash: '',
    input: row.input.slice(0, selectorLength),
  })),
})
