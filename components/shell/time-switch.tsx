'use client'

import { chooseTimeFormat, useTimeFormat } from '#components/chain/time-format.tsx'
import { timeFormats } from '#lib/format/moment.ts'
import { SettingChoice } from './setting-choice.tsx'

const titles = { age: 'Age', utc: 'UTC', local: 'Local', unix: 'Unix' } as const

/** The time format of all pages. */
export const TimeSwitch = () => (
  <SettingChoice
    label="Times"
    titles={titles}
    options={timeFormats}
    value={useTimeFormat()}
    onChoose={chooseTimeFormat}
  />
)
