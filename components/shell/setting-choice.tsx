import { useId } from 'react'

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
