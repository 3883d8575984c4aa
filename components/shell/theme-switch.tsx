'use client'

import { useState } from 'react'
import { SettingChoice } from './setting-choice.tsx'
import { type Theme, themes } from './theme.ts'

const titles = { system: 'System', light: 'Light', dark: 'Dark' } as const
const yearSeconds = 31_536_000

/** Applied at once, and kept in a cookie so that the server renders the next page in the right theme. */
const applyTheme = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `theme=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
}

export const ThemeSwitch = ({ initial }: { initial: Theme }) => {
  const [theme, setTheme] = useState(initial)
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    applyTheme(chosen)
  }
  return <SettingChoice label="Theme" titles={titles} options={themes} value={theme} onChoose={choose} />
}
