import { useState } from 'react'
import { chooseTimeFormat, useTimeFormat } from '#components/chain/choose-time-format.ts'
import { Modal } from '#components/ui/modal.tsx'
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

const appliedTheme = (): Theme => {
  const applied = document.documentElement.dataset.theme
  return isTheme(applied) ? applied : 'system'
}

/** How all pages are shown: their theme, and the form of their times. */
export const SettingsDialog = ({ onClose }: { onClose: () => void }) => {
  const [theme, setTheme] = useState(appliedTheme)
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    applyTheme(chosen)
  }
  return (
    <Modal onClose={onClose} title="Settings" className="w-[min(24rem,calc(100vw-2rem))]">
      <div className="py-2">
        <SettingChoice label="Theme" titles={themeTitles} options={themes} value={theme} onChoose={choose} />
        <SettingChoice
          label="Times"
          titles={timeTitles}
          options={timeFormats}
          value={useTimeFormat()}
          onChoose={chooseTimeFormat}
        />
      </div>
    </Modal>
  )
}
