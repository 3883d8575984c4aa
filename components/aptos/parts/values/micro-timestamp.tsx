import { Timestamp } from '#components/chain/timestamp.tsx'
import { isoOfMicros, utcOfMicros } from './micro-time.ts'

/** A moment of the ledger: in the visitor's format, and to the microsecond in UTC. The genesis has none. */
export const MicroTimestamp = ({ micros }: { micros: string }) => {
  if (/^0*$/.test(micros)) return <span className="text-muted">none: genesis has no time</span>
  return (
    <>
      <Timestamp iso={isoOfMicros(micros)} />
      <span className="block text-muted text-xs">{utcOfMicros(micros)}</span>
    </>
  )
}
