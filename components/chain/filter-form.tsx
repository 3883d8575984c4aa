import { ArrowUp, ListFilter, X } from 'lucide'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ParameterFault } from '#lib/base/errors.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { withFilters } from '#lib/format/filters.ts'

export type FilterField = {
  /** The interface's own name of the parameter. */
  name: string
  title: string
  type?: 'text' | 'datetime-local'
  placeholder?: string
  inputMode?: 'numeric'
  /** Options as value and text; the first one means that the parameter is omitted. */
  choices?: readonly (readonly [value: string, words: string])[]
  /** Values that are offered for free text. */
  suggestions?: readonly string[]
  /** The order of the rows: every value lists the same ones. */
  isOrder?: boolean
  /** Takes the whole row: for lists of addresses. */
  isWide?: boolean
}

export const blockFields: readonly FilterField[] = [
  { name: 'from_block', title: 'From block', placeholder: 'first', inputMode: 'numeric' },
  { name: 'to_block', title: 'To block', placeholder: 'last', inputMode: 'numeric' },
]

export const timeFields: readonly FilterField[] = [
  { name: 'from_date', title: 'From time (UTC)', type: 'datetime-local' },
  { name: 'to_date', title: 'To time (UTC)', type: 'datetime-local' },
]

export const boundFields: readonly FilterField[] = [...blockFields, ...timeFields]

/** The value in the format of the browser's date field; other formats stay text. */
const isLocalTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text)

/** The values without empty fields. */
const definedOf = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** More fields than these would fill the first screen of a phone: they stay folded, and the set ones are listed. */
const openFieldsMax = 4

/** The set filters of a folded form, and links that remove them. */
const SetFilters = ({
  action,
  given,
  values,
  kept,
}: {
  action: string
  given: readonly FilterField[]
  values: Readonly<Record<string, string | undefined>>
  kept: Readonly<Record<string, string | undefined>>
}) => (
  <p className="flex flex-wrap items-center gap-x-4 px-4 pb-2.5 text-sm peer-open:hidden">
    {given.map((field) => (
      <span key={field.name} className="wrap-anywhere">
        <span className="text-muted">{field.title}:</span> {shownValue(field, values[field.name] ?? '')}
        <Link
          href={withFilters(action, definedOf({ ...kept, ...values, [field.name]: undefined }))}
          aria-label={`Remove filter: ${field.title}`}
          className="ml-1 inline-flex min-h-6 min-w-6 items-center justify-center align-middle text-muted hover:text-ink"
        >
          <Icon of={X} size={14} />
        </Link>
      </span>
    ))}
    <Link
      href={withFilters(action, definedOf(kept))}
      className="inline-flex min-h-6 items-center text-accent hover:underline"
    >
      {given.length > 1 ? 'Clear all' : 'Clear'}
    </Link>
  </p>
)

/**
 * Filters of a list. A plain GET form: the URL is the state, and it works without JavaScript. Errors are shown at their
 * fields.
 */
export const FilterForm = ({
  action,
  title = 'Filter by block or time',
  fields,
  values,
  kept = {},
  faults = [],
  aside,
}: {
  action: string
  title?: string
  fields: readonly FilterField[]
  values: Readonly<Record<string, string | undefined>>
  /** Other parameters of the URL, such as the search text or the network: they stay when filters are cleared. */
  kept?: Readonly<Record<string, string | undefined>>
  faults?: readonly ParameterFault[]
  /** Placed at the end of the line that opens the form. */
  aside?: ReactNode
}) => {
  const given = fields.filter(({ name }) => values[name] !== undefined)
  // A link copied while scrolling only contains the start of the list.
  const place = fields.find(({ name }) => name === 'to_block') ? 'to_block' : 'to_date'
  const isFolded = fields.length > openFieldsMax && faults.length === 0
  const isPlaceOnly = given.length === 1 && given[0]?.name === place && faults.length === 0
  return (
    <div className="relative border-line border-b">
      {aside && <div className="title-tools absolute top-0 right-4 flex h-11 items-center gap-3 text-sm">{aside}</div>}
      <details open={given.length > 0 && !isPlaceOnly && !isFolded} className="peer">
        <summary className="flex h-11 list-none items-center gap-2 px-4 text-muted text-sm hover:text-ink">
          <Icon of={ListFilter} size={15} /> {title}
          {given.length > 0 && <span className="text-accent">{given.length} set</span>}
        </summary>
        <form
          key={given.map(({ name }) => values[name]).join()}
          action={action}
          className="grid gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
        >
          {Object.entries(definedOf(kept)).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              fault={faults.find((one) => one.name === field.name)}
            />
          ))}
          <div className="flex items-start gap-2 lg:pt-5.5">
            <Button type="submit" look="primary" className="h-9">
              Apply
            </Button>
            {given.length > 0 && (
              <Link href={withFilters(action, definedOf(kept))} className={buttonClasses('quiet', 'h-9')}>
                Clear
              </Link>
            )}
          </div>
        </form>
      </details>
      {isFolded && given.length > 0 && <SetFilters action={action} given={given} values={values} kept={kept} />}
      {values[place] !== undefined && faults.length === 0 && (
        <p className="flex flex-wrap items-center gap-x-3 border-line border-t bg-sunken/60 px-4 py-2 text-sm">
          <span className="text-muted">
            The list starts at {place === 'to_block' && 'block '}
            {values[place]}.
          </span>
          <Link
            href={withFilters(action, definedOf({ ...kept, ...values, [place]: undefined }))}
            className="inline-flex items-center gap-1 text-accent hover:underline"
          >
            <Icon of={ArrowUp} size={14} /> Newer rows above
          </Link>
        </p>
      )}
    </div>
  )
}

const valueMax = 80

const shownValue = ({ choices }: FilterField, value: string): string =>
  choices?.find(([choice]) => choice === value)?.[1] ?? cutText(value, valueMax)

const Field = ({ field, value, fault }: { field: FilterField; value: string; fault: ParameterFault | undefined }) => {
  const { name, title, type = 'text', placeholder, inputMode, choices, suggestions, isWide = false } = field
  const described = { 'aria-invalid': fault !== undefined, 'aria-describedby': fault && `${name}-fault` }
  return (
    <label htmlFor={`filter-${name}`} className={isWide ? 'block text-sm sm:col-span-2' : 'block text-sm'}>
      <span className="text-muted text-xs">{title}</span>
      {choices ? (
        <select id={`filter-${name}`} name={name} defaultValue={value} className="field" {...described}>
          {choices.map(([choice, words], index) => (
            <option key={choice} value={index === 0 ? '' : choice}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={`filter-${name}`}
          name={name}
          type={value !== '' && !isLocalTime(value) ? 'text' : type}
          inputMode={inputMode}
          defaultValue={value}
          placeholder={placeholder}
          list={suggestions?.length ? `${name}-suggestions` : undefined}
          className="field"
          {...described}
        />
      )}
      {suggestions && suggestions.length > 0 && (
        <datalist id={`${name}-suggestions`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      {fault && (
        <span id={`${name}-fault`} role="alert" className="mt-1 block text-bad text-xs">
          {fault.message}
        </span>
      )}
    </label>
  )
}
