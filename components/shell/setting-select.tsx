type SettingSelectProps<Option extends string> = {
  label: string
  titles: Readonly<Record<Option, string>>
  options: readonly Option[]
  value: Option
  onChoose: (chosen: string) => void
}

/** A display setting of all pages. */
export const SettingSelect = <Option extends string>({
  label,
  titles,
  options,
  value,
  onChoose,
}: SettingSelectProps<Option>) => (
  <select
    aria-label={label}
    title={label}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
    className="h-8 rounded-lg border border-line bg-surface px-1.5 text-muted text-sm hover:text-ink"
  >
    {options.map((option) => (
      <option key={option} value={option}>
        {titles[option]}
      </option>
    ))}
  </select>
)
