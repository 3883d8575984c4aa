import { NumberTable } from '#components/chain/number-table.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { UseSpan } from './key-use-spans.ts'

/** The numbers of the usage chart of a key, newest first. */
export const KeyUseTable = ({ spans, hoursPerSpan }: { spans: readonly UseSpan[]; hoursPerSpan: number }) => (
  <NumberTable
    label="Requests"
    titles={['From (UTC)', 'Hours', 'Requests']}
    rows={spans
      .toReversed()
      .map(({ start, requests }) => [
        start.slice(0, 16).replace('T', ' '),
        String(hoursPerSpan),
        groupedNumber(requests),
      ])}
  />
)
