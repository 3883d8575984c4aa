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
