import { internalColumns } from '#components/evm/parts/internal/internal-columns.tsx'
import { internalLine } from '#components/evm/parts/internal/internal-line.ts'
import { defineList } from '#components/kit/define-list.ts'

export const internalTransferList = defineList({
  label: 'Internal transfers',
  noun: 'internal transfers',
  row: internalLine,
  keyOf: ({ key }) => key,
  repeats: 'latest',
  blockOf: ({ blockNumber }) => blockNumber,
  columns: internalColumns,
  phone: ['kind kind age', 'from direction to', 'hash hash amount'],
  heights: { wide: 44, phone: 104 },
})
