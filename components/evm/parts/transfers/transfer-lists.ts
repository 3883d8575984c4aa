import { type Column, defineList } from '#components/kit/define-list.ts'
import type { Erc20Event } from '#lib/evm/contract/records/erc20.ts'
import { type TransferView, transferColumns } from './transfer-columns.tsx'
import {
  type ApprovalLine,
  erc20ApprovalLine,
  erc20BurnLine,
  erc20TransferLine,
  nftTransferLine,
  type TransferLine,
} from './transfer-line.ts'

const layout = {
  label: 'Transfers',
  noun: 'transfers',
  keyOf: ({ key }: TransferLine) => key,
  repeats: <Line extends TransferLine>(line: Line, times: number) => ({ ...line, key: `${line.key}-${times}` }),
  blockOf: ({ blockNumber }: TransferLine) => blockNumber,
  columns: transferColumns,
  phone: ['token token amount', 'from direction to', 'hash kind age'],
  heights: { wide: 44, phone: 104 },
  rowClass: ({ isSpam }: TransferLine) => (isSpam ? 'faded' : undefined),
}

const titled = (titles: Record<string, string>): readonly Column<TransferLine, TransferView>[] =>
  transferColumns.map((column) => ({ ...column, title: titles[column.key] ?? column.title }))

const words = (noun: string) => ({ label: noun.charAt(0).toUpperCase() + noun.slice(1), noun })

export const erc20TransferList = defineList({ ...layout, row: erc20TransferLine })

export const erc20BurnList = defineList({ ...layout, ...words('burns'), row: erc20BurnLine })

export const erc20ApprovalList = defineList<Erc20Event, ApprovalLine, TransferView>({
  ...layout,
  ...words('approvals'),
  row: erc20ApprovalLine,
  columns: titled({ from: 'Owner', to: 'Spender' }),
})

export const nftTransferList = defineList({ ...layout, row: nftTransferLine })

/** The token movements of one transaction, each with its log. */
export const transactionTransferList = defineList({
  ...layout,
  label: 'Token transfers',
  row: (line: TransferLine) => line,
  columns: titled({ hash: 'Log' }),
})
