import { Timestamp } from '#components/chain/timestamp.tsx'
import type { Column } from './define-list.ts'

/** The time of a row; named `age` in the phone layout. */
export const timeColumn = <Row, View>(isoOf: (row: Row) => string): Column<Row, View> => ({
  key: 'age',
  title: 'Time',
  width: 'var(--time-width)',
  phoneAlign: 'end',
  look: 'muted clip',
  cell: (row) => <Timestamp iso={isoOf(row)} />,
})

/** The same for rows whose block may have no known time: then its number. */
export const blockTimeColumn = <Row extends { timestamp: string | null; blockNumber: number | string }, View>(): Column<
  Row,
  View
> => ({
  ...timeColumn<Row, View>(() => ''),
  cell: ({ timestamp, blockNumber }) => (timestamp === null ? `Block ${blockNumber}` : <Timestamp iso={timestamp} />),
})

/** The mark between sender and recipient. */
export const directionColumn = <Row, View>(cell: Column<Row, View>['cell']): Column<Row, View> => ({
  key: 'direction',
  title: 'Direction',
  isUntitled: true,
  width: '3.25rem',
  look: 'flow',
  align: 'center',
  cell,
})
