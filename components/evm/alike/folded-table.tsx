'use client'

import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { InfiniteTable, type InfiniteTableProps } from '#components/chain/infinite-table.tsx'
import { type FoldLine, foldedLines } from '#lib/format/fold-rows.ts'
import { type Dealing, type Suspicion, suspicionOf } from '#lib/format/look-alike.ts'
import { useShowAll } from './show-all.ts'
import { useFolding } from './use-folding.ts'

type Props<Row> = Omit<InfiniteTableProps<Row>, 'row'> & {
  row: (row: Row, suspicion?: Suspicion) => ReactNode
  wallet: string
  dealingOf: (row: Row, wallet: string) => Dealing
  /** What a row is, in the singular: `transfer`. */
  noun: string
}

/** Most lists have no such line; where the server wrote one, it stays as written until this has come. */
const FoldButton = lazy(() => import('./fold-button.tsx').then((it) => ({ default: it.FoldButton })))

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
  const judge = useCallback(
    (one: Row) => suspicionOf(evidence, dealingOf(one, wallet)),
    [evidence, version, dealingOf, wallet],
  )
  const cells = useCallback(
    (line: Row | FoldLine<Row>) =>
      isFold(line) ? (
        <Suspense>
          <FoldButton
            suspicions={line.rows.map(judge)}
            isOpen={line.isOpen}
            noun={noun}
            showsAll={showAll}
            onClick={() => turn(rowKey(line.rows[0]))}
          />
        </Suspense>
      ) : (
        row(line, judge(line))
      ),
    [row, rowKey, judge, noun, showAll, turn],
  )
  const linePlace = useMemo(
    () =>
      place && { ...place, blockOf: (line: Row | FoldLine<Row>) => place.blockOf(isFold(line) ? line.rows[0] : line) },
    [place],
  )
  return (
    <InfiniteTable
      {...props}
      rows={lines}
      rowKey={(line) => (isFold(line) ? `fold-${rowKey(line.rows[0])}` : rowKey(line))}
      rowClassName={(line) => (isFold(line) ? 'bg-sunken/60' : rowClassName?.(line))}
      place={linePlace}
      row={cells}
    />
  )
}

const noKeys: ReadonlySet<string> = new Set()
