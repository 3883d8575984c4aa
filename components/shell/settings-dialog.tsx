import { useId, useState } from 'react'
import { chooseTimeFormat, useTimeFormat } from '#components/chain/choose-time-format.ts'
import { Modal } from '#components/ui/modal.tsx'
import { timeFormats } from '#lib/format/moment.ts'
import { isTheme, type Theme, themes } from './theme.ts'

type SettingChoiceProps<Option extends string> = {
  label: string
  titles: Readonly<Record<Option, string>>
  options: readonly Option[]
  value: Option
  onChoose: (chosen: Option) => void
}

/** A display setting of all pages: one of a few. */
export const SettingChoice = <Option extends string>({
  label,
  titles,
  options,
  value,
  onChoose,
}: SettingChoiceProps<Option>) => {
  const name = useId()
  return (
    <fieldset className="px-4 py-2">
      <legend className="float-left mb-1.5 font-medium text-label text-muted">{label}</legend>
      <div className="clear-both flex gap-0.5 rounded-lg border border-line bg-sunken p-0.5 text-sm">
        {options.map((option) => (
          <label key={option} className="choice">
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChoose(option)}
              className="sr-only"
            />
            {titles[option]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

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
