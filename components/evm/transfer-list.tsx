'use client'

import { type ReactNode, useCallback } from 'react'
import { InfiniteTable, type Place } from '#components/chain/infinite-table.tsx'
import type { Suspicion } from '#lib/format/look-alike.ts'
import type { TransferLine } from './transfer-line.ts'
import { TransferCells, TransferHeader, transferRowHeights } from './transfer-row.tsx'

const keyOf = ({ key }: TransferLine) => key
const classOf = ({ isSpam }: TransferLine) => (isSpam ? 'opacity-70' : undefined)

type Props = {
  lines: readonly TransferLine[]
  chain: string
  wallet?: string
  label: string
  place?: Place<TransferLine>
}

/** What a table needs to show token events, one row each. */
export const useTransferTable = ({ lines, chain, wallet, label, place }: Props) => ({
  label,
  header: <TransferHeader isOfLogs={lines[0]?.log !== undefined} isOfApprovals={lines[0]?.kind === 'approval'} />,
  columns: 'transfer-grid group',
  rows: lines,
  rowKey: keyOf,
  rowClassName: classOf,
  heights: transferRowHeights,
  place,
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
