import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { SuccessBadge } from '#components/aptos/parts/success-badge.tsx'
import { FunctionName } from '#components/aptos/parts/values/function-name.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import type { Column } from '#components/kit/define-list.ts'
import { isoOfMicroseconds } from '#lib/aptos/api/format/iso-of-microseconds.ts'
import type { AptosLedgerTransaction } from '#lib/aptos/transaction/ledger-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** 1 APT is 10^8 octas. */
const octaDecimals = 8
const vmStatusMax = 200

/** What lists show of a transaction. */
export const transactionLine = (
  one: Pick<
    AptosLedgerTransaction,
    'version' | 'timestamp' | 'function' | 'gas_used' | 'gas_unit_price' | 'success' | 'vm_status'
  >,
) => ({
  version: one.version,
  time: one.timestamp === null ? null : isoOfMicroseconds(one.timestamp),
  function: one.function,
  fee:
    one.gas_used === null || one.gas_unit_price === null
      ? null
      : (BigInt(one.gas_used) * BigInt(one.gas_unit_price)).toString(),
  success: one.success,
  vmStatus: cutText(one.vm_status ?? '', vmStatusMax),
})

type Line = ReturnType<typeof transactionLine>
type View = { network: AptosNetwork }

export const versionColumn: Column<Line, View> = {
  key: 'version',
  title: 'Version',
  width: '7.5rem',
  cell: ({ version }, { network }) => <VersionLink version={version} network={network} />,
}

export const versionTimeColumn: Column<Line, View> = {
  key: 'time',
  title: 'Time',
  width: '11rem',
  look: 'clip',
  cell: ({ time }) => (time === null ? <None /> : <Timestamp iso={time} />),
}

export const senderColumn: Column<Line & { sender: string | null }, View> = {
  key: 'sender',
  title: 'Sender',
  width: 'minmax(7rem, 1fr)',
  cell: ({ sender }, { network }) => (sender === null ? <None /> : <AccountLink address={sender} network={network} />),
}

export const functionColumn: Column<Line, View> = {
  key: 'function',
  title: 'Function',
  width: 'minmax(10rem, 2fr)',
  look: 'clip',
  cell: (row) => (row.function === null ? <None /> : <FunctionName name={row.function} />),
}

export const feeColumn: Column<Line, View> = {
  key: 'fee',
  title: 'Gas fee',
  width: '8.5rem',
  align: 'end',
  look: 'clip',
  cell: ({ fee }) => (fee === null ? <None /> : <Amount value={fee} decimals={octaDecimals} symbol="APT" />),
}

export const statusColumn: Column<Line, View> = {
  key: 'status',
  title: 'Status',
  width: '6.5rem',
  align: 'end',
  cell: ({ success, vmStatus }) => <SuccessBadge success={success ?? undefined} vmStatus={vmStatus} />,
}
