import { ListFilter } from 'lucide-react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ParameterFault } from '#lib/api/errors.ts'

const fields = [
  { name: 'from_block', title: 'From block', type: 'text', placeholder: 'first' },
  { name: 'to_block', title: 'To block', type: 'text', placeholder: 'last' },
  { name: 'from_date', title: 'From time (UTC)', type: 'datetime-local', placeholder: '' },
  { name: 'to_date', title: 'To time (UTC)', type: 'datetime-local', placeholder: '' },
] as const

/** What the browser's own date field can show; any other way to write a time stays text. */
const isLocalTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text)

/**
 * Block and date bounds of a list. A plain GET form: the URL is the state, and it works without JavaScript. Faults stand at
 * their fields.
 */
export const BoundsForm = ({
  action,
  values,
  faults = [],
}: {
  action: string
  values: Readonly<Record<string, string | undefined>>
  faults?: readonly ParameterFault[]
}) => {
  const given = fields.filter(({ name }) => values[name] !== undefined)
  return (
    <details open={given.length > 0} className="group/filter border-line border-b">
      <summary className="flex h-11 list-none items-center gap-2 px-4 text-muted text-sm hover:text-ink">
        <ListFilter size={15} aria-hidden /> Filter by block or time
        {given.length > 0 && <span className="text-accent">{given.length} set</span>}
      </summary>
      <form
        key={given.map(({ name }) => values[name]).join()}
        action={action}
        className="grid gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
      >
        {fields.map(({ name, title, type, placeholder }) => {
          const value = values[name] ?? ''
          const fault = faults.find((one) => one.name === name)
          return (
            <label key={name} className="block text-sm">
              <span className="text-muted text-xs">{title}</span>
              <input
                name={name}
                type={type === 'text' || (value !== '' && !isLocalTime(value)) ? 'text' : type}
                inputMode={type === 'text' ? 'numeric' : undefined}
                defaultValue={value}
                placeholder={placeholder}
                aria-invalid={fault !== undefined}
                aria-describedby={fault && `${name}-fault`}
                className="mt-0.5 block h-9 w-full rounded-lg border border-line bg-surface px-2.5 text-base aria-invalid:border-bad sm:text-sm"
              />
              {fault && (
                <span id={`${name}-fault`} role="alert" className="mt-1 block text-bad text-xs">
                  {fault.message}
                </span>
              )}
            </label>
          )
        })}
        <div className="flex items-start gap-2 lg:pt-5.5">
          <Button type="submit" look="primary" className="h-9">
            Apply
          </Button>
          {given.length > 0 && (
            <Link href={action} className={buttonClasses('quiet', 'h-9')}>
              Clear
            </Link>
          )}
        </div>
      </form>
    </details>
  )
}
