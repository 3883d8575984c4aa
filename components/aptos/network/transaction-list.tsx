import { KindBadge } from '#components/aptos/parts/lists/kind-badge.tsx'
import {
  feeColumn,
  functionColumn,
  senderColumn,
  statusColumn,
  transactionLine,
  versionColumn,
  versionTimeColumn,
} from '#components/aptos/parts/lists/transaction-columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import type { AptosLedgerTransaction } from '#lib/aptos/transaction/ledger-contract.ts'

/** The transactions of a ledger, newest first. */
export const ledgerTransactionList = defineList({
  label: 'Transactions of the ledger',
  noun: 'transactions',
  row: (one: AptosLedgerTransaction) => ({ ...transactionLine(one), type: one.type, sender: one.sender }),
  keyOf: ({ version }) => version,
  repeats: 'first',
  columns: [
    versionColumn,
    {
      key: 'kind',
      title: 'Kind',
      width: '8rem',
      cell: ({ type }) => <KindBadge type={type} />,
    },
    versionTimeColumn,
    senderColumn,
    functionColumn,
    feeColumn,
    statusColumn,
  ],
  phone: ['version time status', 'kind sender sender', 'function function fee'],
  phoneWidths: 'auto 1fr auto',
  heights: { wide: 40, phone: 92 },
})
