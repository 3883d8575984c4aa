'use client'

import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { InfiniteTable, type InfiniteTableProps } from '#components/chain/infinite-table.tsx'
import { type FoldLine, foldedLines } from '#lib/format/fold-rows.ts'
import { type Dealing, type Suspicion, suspicionOf } from '#lib/format/look-alike.ts'
import { FoldButton } from './fold-button.tsx'
import { useShowAll } from './show-all.ts'
import { useFolding } from './use-folding.ts'

type Props<Row> = Omit<InfiniteTableProps<Row>, 'row'> & {
  row: (row: Row, suspicion?: Suspicion) => ReactNode
  wallet: string
  dealingOf: (row: Row, wallet: string) => Dealing
  /** What a row is, in the singular: `transfer`. */
  noun: string
}

const isFold = <Row extends object>(line: Row | FoldLine<Row>): line is FoldLine<Row> => 'isOpen' in line

/** A list of a wallet in which suspicious rows that follow one another are one line, of a row's height, that opens. */
export const FoldedTable = <Row extends object>({
  rows,
  wallet,
  dealingOf,
  noun,
  row,
  rowKey,
  rowClassName,
  place,
  ...props
}: Props<Row>) => {
  const folding = useFolding(rows, wallet, dealingOf)
  const { evidence, runs } = folding
  const { version } = evidence
  const showAll = useShowAll()
  /** Runs that are not as `showAll` says, by the keys of their first rows. */
  const [turned, setTurned] = useState<{ by: boolean; keys: ReadonlySet<string> }>({ by: showAll, keys: new Set() })
  const keys = turned.by === showAll ? turned.keys : noKeys
  const lines = useMemo(
    () => (runs.length === 0 ? rows : foldedLines(rows, runs, (first) => showAll !== keys.has(rowKey(first)))),
    [rows, runs, rowKey, showAll, keys],
  )
  const turn = useCallback(
    (key: string) =>
      setTurned((before) => {
        const next = new Set(before.by === showAll ? before.keys : [])
        if (!next.delete(key)) next.add(key)
        return { by: showAll, keys: next }
      }),
    [showAll],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the evidence changes in place, its version says so
  const cells = useCallback(
    (line: Row | FoldLine<Row>) =>
      isFold(line) ? (
        <FoldButton {...line} noun={noun} showsAll={showAll} onClick={() => turn(rowKey(line.first))} />
      ) : (
        row(line, suspicionOf(evidence, dealingOf(line, wallet)))
      ),
    [row, rowKey, evidence, version, dealingOf, wallet, noun, showAll, turn],
  )
  const linePlace = useMemo(
    () =>
      place && { ...place, blockOf: (line: Row | FoldLine<Row>) => place.blockOf(isFold(line) ? line.first : line) },
    [place],
  )
  return (
    <InfiniteTable
      {...props}
      rows={lines}
      rowKey={(line) => (isFold(line) ? `fold-${rowKey(line.first)}` : rowKey(line))}
      rowClassName={(line) => (isFold(line) ? 'bg-sunken/60' : rowClassName?.(line))}
      place={linePlace}
      row={cells}
    />
  )
}

const noKeys: ReadonlySet<string> = new Set()
