import {
  feeColumn,
  functionColumn,
  statusColumn,
  transactionLine,
  versionColumn,
  versionTimeColumn,
} from '#components/aptos/parts/lists/transaction-columns.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { defineList } from '#components/kit/define-list.ts'
import type { AptosSentTransaction } from '#lib/aptos/account/sent-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The transactions that an account sent, newest first. */
export const accountTransactionList = defineList({
  label: 'Transactions sent by the account',
  noun: 'transactions',
  row: (sent: AptosSentTransaction) => ({ ...transactionLine(sent), number: sent.sequence_number }),
  keyOf: ({ version }) => version,
  repeats: 'first',
  columns: [
    {
      key: 'number',
      title: 'Number',
      width: '7rem',
      look: 'muted',
      cell: ({ number }) => (
        <>
          <span className="phone-only">number </span>
          {number === null ? <None /> : groupedNumber(number)}
        </>
      ),
    },
    versionColumn,
    versionTimeColumn,
    functionColumn,
    feeColumn,
    statusColumn,
  ],
  phone: ['version time status', 'function function function', 'number fee fee'],
  phoneWidths: 'auto 1fr auto',
  heights: { wide: 40, phone: 92 },
})
