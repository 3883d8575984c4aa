'use client'

import { chooseTimeFormat, useTimeFormat } from '#components/chain/time-format.tsx'
import { timeFormats } from '#lib/format/moment.ts'
import { SettingSelect } from './setting-select.tsx'

const titles = { age: 'Age', utc: 'UTC', local: 'Local', unix: 'Unix' } as const

/** The time format of all pages. */
export const TimeSwitch = () => {
  const format = useTimeFormat()
  return (
    <SettingSelect
      label="Time format"
      titles={titles}
      options={timeFormats}
      value={format}
      onChoose={chooseTimeFormat}
    />
  )
}
