import { Timestamp } from '#components/chain/timestamp.tsx'
import { isoOfMicroseconds } from '#lib/aptos/api/format/iso-of-microseconds.ts'

const microsPerMilli = 1_000n

/** Microseconds since 1970, as Aptos writes them, as ISO 8601 with milliseconds; empty beyond the calendar. */
export const isoOfMicros = (micros: string): string => isoOfMicroseconds(micros) ?? ''

/** The same with microseconds and time zone: `2023-07-17 21:27:59.123456 UTC`. */
export const utcOfMicros = (micros: string): string => {
  const iso = isoOfMicros(micros)
  if (iso === '') return 'unknown'
  const rest = (BigInt(micros) % microsPerMilli).toString().padStart(3, '0')
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}${rest} UTC`
}

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
