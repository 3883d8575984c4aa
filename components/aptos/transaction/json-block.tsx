import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** A module's bytecode can have a hundred thousand characters, which are only useful through the API. */
const charactersMax = 1_500
/** Longer text may scroll within its box, which the keyboard must then reach. */
const charactersInSight = 600

/** A value as JSON; a very long one is cut and says so. */
export const JsonBlock = ({
  value,
  className,
  ...props
}: Omit<ComponentProps<'pre'>, 'value'> & { value: unknown }) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'null')
  const isCut = text.length > charactersMax
  return (
    <pre
      tabIndex={text.length > charactersInSight ? 0 : undefined}
      {...props}
      className={classNames(
        'max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-lg bg-sunken px-3 py-2 font-mono text-xs leading-5',
        className,
      )}
    >
      {isCut ? text.slice(0, charactersMax) : text}
      {isCut && <span className="text-muted">{`\n… ${groupedNumber(text.length)} characters in all`}</span>}
    </pre>
  )
}
