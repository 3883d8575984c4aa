import { Timestamp } from '#components/chain/timestamp.tsx'
import { isoOfMicros, utcOfMicros } from './micro-time.ts'

/** A moment of the ledger: to the microsecond in UTC, and in the visitor's format. The genesis has none. */
export const MicroTimestamp = ({ micros }: { micros: string }) => {
  if (/^0*$/.test(micros)) return <span className="text-muted">none: genesis has no time</span>
  return (
    <>
      {utcOfMicros(micros)}{' '}
      <span className="whitespace-nowrap text-muted">
        (<Timestamp iso={isoOfMicros(micros)} />)
      </span>
    </>
  )
}
