import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { SuccessBadge } from '#components/aptos/parts/success-badge.tsx'
import { FunctionName } from '#components/aptos/parts/values/function-name.tsx'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { ChangedAmount } from '#components/chain/changed-amount.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import type { AptosActivity } from '#lib/aptos/activity/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const textMax = 24

const activityRow = ({ changes, nft_transfer_count, ...row }: AptosActivity) => ({
  version: row.version,
  timestamp: row.timestamp,
  sender: row.sender,
  isSender: row.is_sender,
  function: row.function && cutText(row.function, 200),
  success: row.success,
  change: changes[0] && {
    amount: changes[0].amount,
    decimals: changes[0].decimals,
    symbol: cutText(changes[0].symbol ?? changes[0].name ?? 'of an unnamed asset', textMax),
  },
  more: [
    changes.length > 1 ? counted(changes.length - 1, 'more asset') : '',
    nft_transfer_count > 0 ? counted(nft_transfer_count, 'NFT event') : '',
  ]
    .filter((text) => text !== '')
    .join(', '),
})
type Row = ReturnType<typeof activityRow>
type View = { network: AptosNetwork }

const columns: readonly Column<Row, View>[] = [
  {
    key: 'version',
    title: 'Version',
    width: '8rem',
    cell: ({ version }, { network }) => <VersionLink version={version} network={network} />,
  },
  timeColumn(({ timestamp }) => timestamp),
  {
    key: 'who',
    title: 'Sender',
    width: 'minmax(0, 1fr)',
    cell: ({ sender, isSender }, { network }) =>
      isSender ? (
        <span className="text-muted">this account</span>
      ) : sender === null ? (
        <None />
      ) : (
        <AccountLink address={sender} network={network} />
      ),
  },
  {
    key: 'function',
    title: 'Function',
    width: 'minmax(0, 1.3fr)',
    look: 'clip',
    cell: (row) => (row.function === null ? <None /> : <FunctionName name={row.function} />),
  },
  {
    key: 'change',
    title: 'Balance change',
    width: 'minmax(0, 1.4fr)',
    align: 'end',
    look: 'clip',
    cell: ({ change, more }) => (
      <>
        {change && <ChangedAmount value={change.amount} decimals={change.decimals} symbol={change.symbol} />}
        {more !== '' && <span className="text-muted">{change ? ` and ${more}` : more}</span>}
        {!change && more === '' && <None />}
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: '6.5rem',
    align: 'end',
    cell: ({ success }) => (success === null ? <None /> : <SuccessBadge success={success} />),
  },
]

/** Indexed transactions of an account, sent and received. */
export const accountActivityList = defineList({
  label: 'Transactions of the account',
  noun: 'transactions',
  row: activityRow,
  keyOf: ({ version }) => version,
  repeats: 'first',
  columns,
  phone: ['version age status', 'function function function', 'who change change'],
  phoneWidths: 'minmax(0, 1fr) auto auto',
  heights: { wide: 44, phone: 100 },
})
