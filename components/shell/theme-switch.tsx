'use client'

import { useState } from 'react'
import { isTheme, type Theme, themes } from './theme.ts'

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
  const choose = (chosen: string) => {
    if (!isTheme(chosen)) return
    setTheme(chosen)
    applyTheme(chosen)
  }
  return (
    <select
      aria-label="Theme"
      title="Theme"
      value={theme}
      onChange={(event) => choose(event.target.value)}
      className="h-8 rounded-lg border border-line bg-surface px-1.5 text-muted text-sm hover:text-ink"
    >
      {themes.map((option) => (
        <option key={option} value={option}>
          {titles[option]}
        </option>
      ))}
    </select>
  )
}
