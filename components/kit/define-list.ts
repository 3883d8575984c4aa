import type { CSSProperties, ReactNode } from 'react'
import type { Suspicion } from '#lib/format/look-alike.ts'
import type { KeptParts } from './list-page.ts'

export type Column<Row, View> = {
  /** Unique in its list, and the name of its area in `phone`. */
  key: string
  title: string
  cell: (row: Row, view: View, suspicion?: Suspicion) => ReactNode
  /** Its grid track on a wide screen. */
  width: string
  /** Its grid track from 80rem on, where it differs. */
  widthExtra?: string
  align?: 'center' | 'end'
  phoneAlign?: 'start' | 'center' | 'end'
  /** `muted`, `clip` (one line, ends in an ellipsis) or `flow` (items side by side). */
  look?: string
  /** The title is read by screen readers only. */
  isUntitled?: boolean
  /** Shown from 80rem on. */
  isExtra?: boolean
}

/**
 * Declares a list: its rows, the fields sent to the browser, and its layout. Table, skeleton, header and states are
 * derived from it.
 */
export type ListDeclaration<Item, Row extends object, View> = Pick<KeptParts<Item, Row>, 'sentence'> & {
  /** The accessible name of the table. */
  label: string
  /** The plural noun, as in `Load more transactions`. */
  noun: string
  /**
   * The row of one item of the response: only what the columns show, with long untrusted texts cut. Runs on the server
   * for the first page.
   */
  row: (item: Item) => Row
  keyOf: (row: Row) => string
  /**
   * A row may be in two responses if a reorg happened between them: the `latest` answer or the `first` one counts, or
   * both are listed, the second as this function returns it.
   */
  repeats: 'latest' | 'first' | ((row: Row, times: number) => Row)
  /** Completes a row with information from the row above it. */
  after?: (row: Row, above: Row | undefined) => Row
  /** The block of a row: the URL keeps the first one on screen as `to_block`. */
  blockOf?: (row: Row) => string
  columns: readonly Column<Row, View>[]
  /** Lines of column keys, as in `grid-template-areas`; other columns are hidden on phones. */
  phone: readonly string[]
  /** Grid tracks of a phone's row. */
  phoneWidths?: string
  /** Height of a row with its border, in sixteenths of a rem. Known heights let Back return to the same row. */
  heights: { wide: number; phone: number }
  rowClass?: (row: Row, view: View) => string | undefined
}

export type List<Item, Row extends object, View> = ListDeclaration<Item, Row, View> & {
  /** Custom properties for `list.css`. */
  style: CSSProperties & Record<`--${string}`, string>
  /** Class names of each column's cells. */
  cellClasses: readonly (string | undefined)[]
  headerClasses: readonly (string | undefined)[]
}

const inRem = (height: number): string => `${height / 16}rem`
const quoted = (line: string): string => `"${line}"`

/** Grid areas by the column's place: `list.css` gives them to cells by position, so that no cell carries an attribute. */
export const columnLetters = 'abcdefghijkl'

const joined = (...names: (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined

export const defineList = <Item, Row extends object, View>(
  list: ListDeclaration<Item, Row, View>,
): List<Item, Row, View> => {
  const { columns, phone, heights, phoneWidths = 'minmax(0, 1fr) auto minmax(0, 1fr)' } = list
  const areaOf = (key: string) => columnLetters[columns.findIndex((column) => column.key === key)] ?? '.'
  const wide = columns.filter(({ isExtra }) => !isExtra)
  // A hidden column has a track of no width (list-choices.ts).
  const tracksOf = (tracks: readonly { key: string; width: string }[]) =>
    tracks.map(({ key, width }) => `var(--w${areaOf(key)}, ${width})`).join(' ')
  const style: List<Item, Row, View>['style'] = {
    '--wide-widths': tracksOf(wide),
    '--wide-areas': quoted(wide.map(({ key }) => areaOf(key)).join(' ')),
    '--wide-height': inRem(heights.wide),
    '--phone-widths': phoneWidths,
    '--phone-areas': phone.map((line) => quoted(line.split(' ').map(areaOf).join(' '))).join(' '),
    '--phone-height': inRem(heights.phone),
    ...(wide.length < columns.length && {
      '--extra-widths': tracksOf(columns.map(({ width, widthExtra = width, key }) => ({ key, width: widthExtra }))),
      '--extra-areas': quoted(columns.map(({ key }) => areaOf(key)).join(' ')),
    }),
  }
  const onPhone = new Set(phone.flatMap((line) => line.split(' ')))
  const placed = columns.map(({ key, isExtra, ...column }) => ({
    ...column,
    place: joined(isExtra && 'extra', !onPhone.has(key) && 'wide-only'),
  }))
  return {
    ...list,
    style,
    cellClasses: placed.map(({ look, align, phoneAlign, place }) =>
      joined(look, align, phoneAlign && `phone-${phoneAlign}`, place),
    ),
    headerClasses: placed.map(({ align, place }) => joined(align, place)),
  }
}
