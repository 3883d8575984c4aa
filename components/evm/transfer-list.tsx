'use client'

import { type ReactNode, useCallback } from 'react'
import { InfiniteTable, type Place } from '#components/chain/infinite-table.tsx'
import type { TransferLine } from './transfer-line.ts'
import { TransferCells, TransferHeader, transferRowHeights } from './transfer-row.tsx'

const keyOf = ({ key }: TransferLine) => key
const classOf = ({ isSpam }: TransferLine) => (isSpam ? 'opacity-70' : undefined)

/** Token events of any number, one row each. */
export const TransferList = ({
  lines,
  chain,
  wallet,
  label,
  place,
  children,
}: {
  lines: readonly TransferLine[]
  chain: string
  wallet?: string
  label: string
  place?: Place<TransferLine>
  /** What follows the rows: the list's end. */
  children?: ReactNode
}) => {
  const row = useCallback(
    (line: TransferLine) => <TransferCells line={line} chain={chain} wallet={wallet} />,
    [chain, wallet],
  )
  return (
    <>
      <InfiniteTable
        label={label}
        header={<TransferHeader isOfLogs={lines[0]?.log !== undefined} isOfApprovals={lines[0]?.kind === 'approval'} />}
        columns="transfer-grid group"
        rows={lines}
        rowKey={keyOf}
        rowClassName={classOf}
        heights={transferRowHeights}
        place={place}
        row={row}
      />
      {children}
    </>
  )
}
