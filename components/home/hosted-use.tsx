import { Panel } from '#components/ui/panel.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

/** Use of the operator's daily limit for the hosted service. */
export const HostedUse = ({ used, perDay }: { used: number; perDay: number }) => (
  <Panel title="Hosted service">
    <p className="px-4 py-3 text-sm">
      {groupedNumber(used)} of {groupedNumber(perDay)} calls used today.{' '}
      {used >= perDay
        ? 'Hosted data is available again at 00:00 UTC; indexed data stays available.'
        : 'The count resets at 00:00 UTC.'}
    </p>
  </Panel>
)
