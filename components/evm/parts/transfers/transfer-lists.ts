import { type Column, defineList } from '#components/kit/define-list.ts'
import type { Erc20Event } from '#lib/evm/api/records/erc20.ts'
import { type TransferView, transferColumns } from './transfer-columns.tsx'
import { type ApprovalLine, erc20ApprovalLine, erc20BurnLine, type TransferLine } from './transfer-line.ts'
import { transferLayout } from './transfer-list.ts'

const titled = (titles: Record<string, string>): readonly Column<TransferLine, TransferView>[] =>
  transferColumns.map((column) => ({ ...column, title: titles[column.key] ?? column.title }))

const words = (noun: string) => ({ label: noun.charAt(0).toUpperCase() + noun.slice(1), noun })

export const erc20BurnList = defineList({ ...transferLayout, ...words('burns'), row: erc20BurnLine })

export const erc20ApprovalList = defineList<Erc20Event, ApprovalLine, TransferView>({
  ...transferLayout,
  ...words('approvals'),
  row: erc20ApprovalLine,
  columns: titled({ from: 'Owner', to: 'Spender' }),
})

/** The token movements of one transaction, each with its log. */
export const transactionTransferList = defineList({
  ...transferLayout,
  label: 'Token transfers',
  row: (line: TransferLine) => line,
  columns: titled({ hash: 'Log' }),
})
