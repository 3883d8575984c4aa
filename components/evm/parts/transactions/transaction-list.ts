import { defineList } from '#components/kit/define-list.ts'
import { listedTransaction } from './listed-transaction.ts'
import { transactionColumns } from './transaction-columns.tsx'

/** Transactions of a wallet or a block. */
export const transactionList = defineList({
  label: 'Transactions',
  noun: 'transactions',
  row: listedTransaction,
  keyOf: ({ hash }) => hash,
  repeats: 'latest',
  blockOf: ({ block_number }) => block_number,
  columns: transactionColumns,
  phone: ['hash hash age', 'from direction to', 'method block value'],
  heights: { wide: 44, phone: 104 },
  rowClass: ({ hash }, { arrived }) => (arrived?.has(hash) ? 'arrived' : undefined),
})
