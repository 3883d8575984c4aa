import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { SuccessBadge } from '#components/aptos/parts/success-badge.tsx'
import { FunctionName } from '#components/aptos/parts/values/function-name.tsx'
import { isoOfMicros } from '#components/aptos/parts/values/micro-time.ts'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { defineList } from '#components/kit/define-list.ts'
import type { AptosSentTransaction } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** 1 APT is 10^8 octas. */
const octaDecimals = 8

const vmStatusMax = 200

/** The transactions that an account sent, newest first. */
export const accountTransactionList = defineList({
  label: 'Transactions sent by the account',
  noun: 'transactions',
  row: (sent: AptosSentTransaction) => ({
    number: sent.sequence_number,
    version: sent.version,
    time: isoOfMicros(sent.timestamp),
    function: sent.function,
    fee: (BigInt(sent.gas_used) * BigInt(sent.gas_unit_price)).toString(),
    success: sent.success,
    vmStatus: cutText(sent.vm_status, vmStatusMax),
  }),
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
          {groupedNumber(number)}
        </>
      ),
    },
    {
      key: 'version',
      title: 'Version',
      width: '9rem',
      cell: ({ version }, { network }: { network: AptosNetwork }) => (
        <VersionLink version={version} network={network} />
      ),
    },
    { key: 'time', title: 'Time', width: '11rem', look: 'clip', cell: ({ time }) => <Timestamp iso={time} /> },
    {
      key: 'function',
      title: 'Function',
      width: 'minmax(10rem, 1fr)',
      look: 'clip',
      cell: (row) => (row.function === null ? <None /> : <FunctionName name={row.function} />),
    },
    {
      key: 'fee',
      title: 'Gas fee',
      width: '10rem',
      align: 'end',
      look: 'clip',
      cell: ({ fee }) => <Amount value={fee} decimals={octaDecimals} symbol="APT" />,
    },
    {
      key: 'status',
      title: 'Status',
      width: '6.5rem',
      align: 'end',
      cell: ({ success, vmStatus }) => <SuccessBadge success={success} vmStatus={vmStatus} />,
    },
  ],
  phone: ['version time status', 'function function function', 'number fee fee'],
  phoneWidths: 'auto 1fr auto',
  heights: { wide: 40, phone: 92 },
})
