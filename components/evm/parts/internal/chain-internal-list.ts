import { blockColumn } from '#components/evm/parts/block-column.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { internalColumns } from './internal-columns.tsx'
import { type InternalLine, internalLine } from './internal-line.ts'

const [hash, kind, ...others] = internalColumns
const block = blockColumn(({ blockNumber }: InternalLine) => blockNumber)

/** Internal transfers of a chain or of a block. */
export const chainInternalList = defineList({
  label: 'Internal transfers',
  noun: 'internal transfers',
  row: internalLine,
  keyOf: ({ key }) => key,
  repeats: 'latest',
  blockOf: ({ blockNumber }) => blockNumber,
  columns: [hash, kind, block, ...others].filter((column) => column !== undefined),
  phone: ['kind block age', 'from direction to', 'hash hash amount'],
  heights: { wide: 44, phone: 104 },
  rowClass: ({ key }, { arrived }) => (arrived?.has(key) ? 'arrived' : undefined),
})
