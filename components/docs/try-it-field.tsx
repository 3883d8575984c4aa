import { useId } from 'react'

export type TryItParameter = {
  name: string
  type: string
  list: boolean
  required: boolean
  words: readonly string[]
  accepts: string
  /** A multi-line text field. */
  long: boolean
}

const boxClasses =
  'w-full min-w-0 rounded-lg border border-line bg-canvas px-2.5 py-1.5 font-mono text-ink text-xs leading-5 placeholder:text-muted'

/** Suggested values of a field. */
const wordsOf = ({ type, words }: TryItParameter): readonly string[] => (type === 'boolean' ? ['true', 'false'] : words)

/** One parameter of the form; an empty one is not sent. */
export const TryItField = ({
  parameter,
  value,
  onChange,
  secret = false,
}: {
  parameter: TryItParameter
  value: string
  onChange: (value: string) => void
  secret?: boolean
}) => {
  const id = useId()
  const { name, list, required, accepts, long } = parameter
  const words = list ? [] : wordsOf(parameter)
  const shared = {
    id,
    value,
    'aria-describedby': words.length === 0 ? `${id}-hint` : undefined,
    className: boxClasses,
  }
  return (
    <div className={long || list ? 'sm:col-span-2' : undefined}>
      <label htmlFor={id} className="font-medium font-mono text-xs">
        {name}
        {required && <span className="font-normal text-warn"> required</span>}
      </label>
      {words.length > 0 ? (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          {!required && <option value="">not sent</option>}
          {words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      ) : long || list ? (
        <textarea
          {...shared}
          rows={Math.min(10, Math.max(2, value.split('\n').length))}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          type={secret ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {words.length === 0 && (
        <p id={`${id}-hint`} className="mt-0.5 line-clamp-2 text-muted text-xs" title={accepts}>
          {list ? `One per line; ${accepts}` : accepts}
        </p>
      )}
    </div>
  )
}
