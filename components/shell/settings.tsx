import { useState } from 'react'
import { chooseTimeFormat } from '#components/chain/choose-time-format.ts'
import { useTimeFormat } from '#components/chain/time-format.tsx'
import { timeFormats } from '#lib/format/moment.ts'
import { SettingChoice } from './setting-choice.tsx'
import { isTheme, type Theme, themes } from './theme.ts'

const themeTitles = { system: 'System', light: 'Light', dark: 'Dark' } as const
const timeTitles = { age: 'Age', utc: 'UTC', local: 'Local', unix: 'Unix' } as const
const yearSeconds = 31_536_000

/** Applied at once, and kept in a cookie so that the server renders the next page in the right theme. */
const applyTheme = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `theme=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
}

/** The settings of all pages: their theme, and the form of their times. `theme`: as the page was rendered. */
export const Settings = ({ theme: rendered }: { theme: Theme }) => {
  const [theme, setTheme] = useState(() => {
    const applied = document.documentElement.dataset.theme ?? rendered
    return isTheme(applied) ? applied : rendered
  })
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    applyTheme(chosen)
  }
  return (
    <>
      <SettingChoice label="Theme" titles={themeTitles} options={themes} value={theme} onChoose={choose} />
      <SettingChoice
        label="Times"
        titles={timeTitles}
        options={timeFormats}
        value={useTimeFormat()}
        onChoose={chooseTimeFormat}
      />
    </>
  )
}
