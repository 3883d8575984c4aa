'use client'

import { type ReactNode, useCallback } from 'react'
import { type Absent, isAbsent } from '#components/chain/absent.ts'
import { InfiniteTable, type InfiniteTableProps, type Place } from '#components/chain/infinite-table.tsx'
import type { Suspicion } from '#lib/format/look-alike.ts'
import type { TransferLine } from './transfer-line.ts'
import { TransferCells, TransferHeader, transferRowHeights } from './transfer-row.tsx'

const keyOf = ({ key }: TransferLine) => key
const classOf = ({ isSpam }: TransferLine) => (isSpam ? 'opacity-70' : undefined)

const kindOf = (first: TransferLine | Absent | undefined) => {
  const line = first && !isAbsent(first) ? first : undefined
  return { isOfLogs: line?.log !== undefined, isOfApprovals: line?.kind === 'approval' }
}

type Props = {
  lines: readonly (TransferLine | Absent)[]
  chain: string
  wallet?: string
  label: string
  place?: Place<TransferLine>
  onSee?: InfiniteTableProps<TransferLine>['onSee']
}

/** What a table needs to show token events, one row each. */
export const useTransferTable = ({ lines, chain, wallet, label, place, onSee }: Props) => ({
  label,
  header: <TransferHeader {...kindOf(lines[0])} />,
  columns: 'transfer-grid group',
  rows: lines,
  rowKey: keyOf,
  rowClassName: classOf,
  heights: transferRowHeights,
  place,
  onSee,
  row: useCallback(
    (line: TransferLine, suspicion?: Suspicion) => (
      <TransferCells line={line} chain={chain} wallet={wallet} suspicion={suspicion} />
    ),
    [chain, wallet],
  ),
})

/** Token events of any number. `children` follow the rows: the list's end. */
export const TransferList = ({ children, ...props }: Props & { children?: ReactNode }) => (
  <>
    <InfiniteTable {...useTransferTable(props)} />
    {children}
  </>
)
