'use client'

import { chooseTimeFormat, useTimeFormat } from '#components/chain/time-format.tsx'
import { timeFormats } from '#lib/format/moment.ts'

const titles = { age: 'Age', utc: 'UTC', local: 'Local', unix: 'Unix' } as const

/** The time format of all pages. */
export const TimeSwitch = () => {
  const format = useTimeFormat()
  return (
    <select
      aria-label="Time format"
      title="Time format"
      value={format}
      onChange={(event) => chooseTimeFormat(event.target.value)}
      className="h-8 rounded-lg border border-line bg-surface px-1.5 text-muted text-sm hover:text-ink"
    >
      {timeFormats.map((option) => (
        <option key={option} value={option}>
          {titles[option]}
        </option>
      ))}
    </select>
  )
}
