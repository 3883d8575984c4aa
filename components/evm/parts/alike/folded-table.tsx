'use client'
import { lazy, useCallback, useMemo, useRef, useState } from 'react'
import { type ListTableProps, useTableOf } from '#components/kit/list-table.tsx'
import { type EvictedRow, isEvicted } from '#components/kit/rows/evicted-row.ts'
import { type RowPlace, VirtualTable } from '#components/kit/rows/virtual-table.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import {
  type Dealing,
  type Folding,
  type FoldLine,
  foldedLines,
  foldMore,
  noFolding,
  suspicionOf,
} from '#lib/format/look-alike.ts'
import { useShowAll } from './show-all.ts'

/** Says nothing about the wallet. */
const unknown: Dealing = { party: null, kind: 'nothing' }

/** The rows to fold, updated as the list grows and as rows are evicted and reloaded; any other change starts again. */
const useFolding = <Row extends object>(
  rows: readonly (Row | EvictedRow)[],
  wallet: string,
  dealingOf: (row: Row, wallet: string) => Dealing,
): Folding => {
  const last = useRef<{ rows: readonly (Row | EvictedRow)[]; folding: Folding }>(undefined)
  return useMemo(() => {
    const before = last.current
    const goesOn = before?.rows.every((row, index) => {
      const now = rows[index]
      return row === now || (now !== undefined && (isEvicted(row) || isEvicted(now)))
    })
    const known = before && goesOn ? before : { rows: [], folding: noFolding(wallet) }
    const more = rows.slice(known.rows.length).map((row) => (isEvicted(row) ? unknown : dealingOf(row, wallet)))
    const folding = foldMore(known.folding, more)
    last.current = { rows, folding }
    return folding
  }, [rows, wallet, dealingOf])
}

type Props<Item, Row extends object, View> = ListTableProps<Item, Row, View> & {
  wallet: string
  dealingOf: (row: Row, wallet: string) => Dealing
  /** The singular noun: `transfer`. */
  noun: string
}

/** Most lists have no such line; one that the server rendered stays until this code has loaded. */
const FoldButton = lazy(() => import('./fold-button.tsx').then((it) => ({ default: it.FoldButton })))

type Fold<Row> = FoldLine<Row | EvictedRow>

const isFold = <Row extends object>(line: Row | EvictedRow | Fold<Row>): line is Fold<Row> => 'isOpen' in line

/** The row of a line; of a folded line its first, or its last. */
const rowOf = <Row extends object>(line: Row | EvictedRow | Fold<Row>, at: 0 | -1 = 0): Row | EvictedRow =>
  isFold(line) ? (line.rows.at(at) ?? line.rows[0]) : line

const placeOfLines = <Row extends object>(place: RowPlace<Row>): RowPlace<Row | Fold<Row>> => ({
  ...place,
  blockOf: (line) => {
    const one = rowOf(line)
    return isEvicted(one) ? (one.block ?? '') : place.blockOf(one)
  },
})

/** A list of a wallet in which consecutive suspicious rows are folded into one line of a row's height, which expands. */
export const FoldedTable = <Item, Row extends object, View>({
  wallet,
  dealingOf,
  noun,
  ...table
}: Props<Item, Row, View>) => {
  const { rows, row, rowKey, rowClass, place, onSee, ...props } = useTableOf(table)
  const { evidence, runs } = useFolding(rows, wallet, dealingOf)
  const { version } = evidence
  const showAll = useShowAll()
  /** Lines whose state differs from `showAll`; each can be toggled on its own. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const turnKey = useCallback(
    (first: Row | EvictedRow) => (isEvicted(first) ? '' : `${showAll} ${rowKey(first)}`),
    [showAll, rowKey],
  )
  const lines = useMemo(
    () => foldedLines(rows, runs, (first) => showAll !== turned.has(turnKey(first))),
    [rows, runs, showAll, turned, turnKey],
  )
  const turn = useCallback(
    (first: Row | EvictedRow) =>
      setTurned((before) => {
        const next = new Set(before)
        if (!next.delete(turnKey(first))) next.add(turnKey(first))
        return next
      }),
    [turnKey],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the evidence changes in place, its version says so
  const judge = useCallback(
    (one: Row) => suspicionOf(evidence, dealingOf(one, wallet)),
    [evidence, version, dealingOf, wallet],
  )
  const cells = useCallback(
    (line: Row | Fold<Row>) =>
      isFold(line) ? (
        // biome-ignore lint/a11y/useSemanticElements: a cell of a table by role
        <LazyBoundary missing={<div role="cell" className="whole">{`${line.rows.length} hidden`}</div>}>
          <FoldButton
            suspicions={line.rows.map((one) => (isEvicted(one) ? undefined : judge(one)))}
            isOpen={line.isOpen}
            noun={noun}
            showsAll={showAll}
            onClick={() => turn(line.rows[0])}
          />
        </LazyBoundary>
      ) : (
        row(line, judge(line))
      ),
    [row, judge, noun, showAll, turn],
  )
  const linePlace = useMemo(() => place && placeOfLines(place), [place])
  const see = useMemo(
    () =>
      onSee &&
      ((first: Row | EvictedRow | Fold<Row>, last: Row | EvictedRow | Fold<Row>) =>
        onSee(rowOf(first), rowOf(last, -1))),
    [onSee],
  )
  return (
    <VirtualTable
      {...props}
      rows={lines}
      rowKey={(line, index) => {
        const one = rowOf(line)
        return `${isFold(line) ? 'fold-' : ''}${isEvicted(one) ? index : rowKey(one)}`
      }}
      rowClass={(line) => (isFold(line) ? 'bg-sunken/60' : rowClass?.(line))}
      place={linePlace}
      onSee={see}
      row={cells}
    />
  )
}
