/** Time formats; the visitor's choice, kept in the cookie `time`. */
export const timeFormats = ['age', 'utc', 'local', 'unix'] as const
export type TimeFormat = (typeof timeFormats)[number]

export const isTimeFormat = (text: unknown): text is TimeFormat => timeFormats.some((format) => format === text)

/** Unix milliseconds of an ISO 8601 time; one without a zone is UTC, as some answers of this interface leave it out. */
export const momentOf = (iso: string): number =>
  Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso.replace(' ', 'T')}Z`)

const steps = [
  { seconds: 31_557_600, unit: 'y' },
  { seconds: 2_629_800, unit: 'mo' },
  { seconds: 86_400, unit: 'd' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'min' },
  { seconds: 1, unit: 's' },
] as const

/** A length of time in its largest unit: `42 s`, `5 min`, `3 h`, `2 d`, `7 mo`, `4 y`. */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const step = steps.find((candidate) => whole >= candidate.seconds)
  return step ? `${Math.floor(whole / step.seconds)} ${step.unit}` : '0 s'
}

const clockSkewSeconds = 2

/** The distance from now: `5 min ago`, `in 3 s`, `now`. */
export const age = (moment: number, now: number): string => {
  const seconds = Math.round((now - moment) / 1_000)
  // Clocks of browsers and servers differ: a recent time must not be in the future.
  if (seconds >= -clockSkewSeconds && seconds <= 0) return 'now'
  return seconds > 0 ? `${duration(seconds)} ago` : `in ${duration(-seconds)}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `+02:00` for a zone ahead of UTC by two hours; `offsetMinutes` as `Date#getTimezoneOffset` gives it. */
const zoneText = (offsetMinutes: number): string => {
  const ahead = -offsetMinutes
  const minutes = Math.abs(ahead)
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const clockText = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ')

/** `2023-07-17 21:27:59 UTC`. */
export const utcText = (moment: number): string => `${clockText(new Date(moment))} UTC`

/** `2023-07-17 23:27:59 +02:00`: the same moment on this machine's clock. */
const localText = (moment: number): string => {
  const offset = new Date(moment).getTimezoneOffset()
  return `${clockText(new Date(moment - offset * 60_000))} ${zoneText(offset)}`
}

/** A moment in the chosen format, always with its time zone. */
export const formatMoment = (moment: number, format: TimeFormat, now: number): string => {
  if (Number.isNaN(moment)) return 'unknown'
  if (format === 'age') return age(moment, now)
  if (format === 'unix') return `${Math.floor(moment / 1_000)} unix`
  return format === 'utc' ? utcText(moment) : localText(moment)
}
