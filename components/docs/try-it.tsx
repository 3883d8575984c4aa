'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { buildRequest } from '#lib/api/client/build-request.ts'
import type { Route } from '#lib/api/route.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { AnswerBody, type AnsweredRequest, sendRequest } from './answer-body.tsx'

type TryItParameter = {
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
const TryItField = ({
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

/** The response: URL, status, time, relevant headers, body. */
const TryItAnswer = ({ answer }: { answer: AnsweredRequest }) => (
  <div className="grid grid-cols-1 gap-2">
    <p className="break-all font-mono text-muted text-xs leading-5">{answer.url}</p>
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={answer.status < 400 ? 'good' : 'bad'}>{answer.status}</Badge>
      <span className="text-muted">{Math.round(answer.durationMs)} ms</span>
    </p>
    {answer.headers.length > 0 && (
      <dl className="grid gap-x-3 font-mono text-xs leading-5 sm:grid-cols-[auto_1fr]">
        {answer.headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    )}
    <AnswerBody label="Copy body" answer={answer} />
  </div>
)

type Outcome = { kind: 'asking' } | { kind: 'answered'; answer: AnsweredRequest } | { kind: 'failed'; reason: string }

/** The values of the form as text: lists have one value per line. */
const textOf = (value: unknown): string => {
  if (value === undefined) return ''
  if (Array.isArray(value) && !value.some(isObject)) return value.join('\n')
  return isObject(value) ? JSON.stringify(value, null, 2) : String(value)
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const inputOf = (parameters: readonly TryItParameter[], values: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    parameters.flatMap(({ name, list }) => {
      const text = values[name] ?? ''
      if (text === '') return []
      return [[name, list ? text.split(/[\s,]+/).filter(Boolean) : text]]
    }),
  )

/** Sends one request at a time: a later one takes the place of the one before. */
const useRequest = (endpoint: Route) => {
  const [outcome, setOutcome] = useState<Outcome>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (input: Record<string, unknown>, key: string) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setOutcome({ kind: 'asking' })
    const headers: Record<string, string> = key === '' ? {} : { 'X-API-Key': key }
    try {
      const request = buildRequest(endpoint, input, { baseUrl: '', headers }, controller.signal)
      setOutcome({ kind: 'answered', answer: await sendRequest(request) })
    } catch (error) {
      if (controller.signal.aborted) return
      const reason = isServiceError(error) ? error.message : 'The server could not be reached.'
      setOutcome({ kind: 'failed', reason })
    }
  }
  return { outcome, send }
}

/** Sends requests to this server. Without a key they use the visit's own session; a typed key stays in this page's memory. */
export const TryIt = ({
  route,
  parameters,
  example,
  takesKey,
}: {
  route: Route
  parameters: readonly TryItParameter[]
  example: Record<string, unknown>
  /** Where a key may take the place of the visit's own session. */
  takesKey: boolean
}) => {
  const [values, setValues] = useState(() =>
    Object.fromEntries(parameters.map(({ name }) => [name, textOf(example[name])])),
  )
  const [key, setKey] = useState('')
  const { outcome, send } = useRequest(route)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(inputOf(parameters, values), key.trim())
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4 p-4">
      <div className="grid gap-3 sm:grid-cols-2">
        {parameters.map((parameter) => (
          <TryItField
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
          />
        ))}
        {takesKey && (
          <TryItField
            parameter={{
              name: 'X-API-Key',
              type: 'header',
              list: false,
              required: false,
              words: [],
              accepts: 'your key; optional on this page',
              long: false,
            }}
            secret
            value={key}
            onChange={setKey}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={outcome?.kind === 'asking'}>
          Send
        </Button>
        <span role="status" className="text-sm">
          {outcome?.kind === 'asking' && <span className="text-muted">Sending…</span>}
          {outcome?.kind === 'failed' && <span className="text-bad">{outcome.reason}</span>}
        </span>
      </div>
      {outcome?.kind === 'answered' && <TryItAnswer answer={outcome.answer} />}
    </form>
  )
}
