import {
  feeColumn,
  functionColumn,
  senderColumn,
  statusColumn,
  versionColumn,
  versionTimeColumn,
} from '#components/aptos/parts/lists/transaction-columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import type { AptosCall } from '#lib/aptos/activity/contract.ts'

/** The transactions of an entry function, newest first. */
export const functionCallList = defineList({
  label: 'Transactions of the function',
  noun: 'transactions',
  row: ({ version, timestamp, sender, function: called, success, gas_fee }: AptosCall) => ({
    ...{ version, sender, success },
    time: timestamp,
    function: called,
    fee: gas_fee,
    vmStatus: '',
  }),
  keyOf: ({ version }) => version,
  repeats: 'first',
  columns: [versionColumn, versionTimeColumn, senderColumn, functionColumn, feeColumn, statusColumn],
  phone: ['version time status', 'sender sender sender', 'function function fee'],
  phoneWidths: 'auto 1fr auto',
  heights: { wide: 40, phone: 92 },
})
