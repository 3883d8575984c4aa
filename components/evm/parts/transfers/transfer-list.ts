import { defineList } from '#components/kit/define-list.ts'
import { transferColumns } from './transfer-columns.tsx'
import { erc20TransferLine, type TransferLine } from './transfer-line.ts'

/** What all lists of token events have in common. */
export const transferLayout = {
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

export const erc20TransferList = defineList({ ...transferLayout, row: erc20TransferLine })
