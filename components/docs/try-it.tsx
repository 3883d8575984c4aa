'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { buildRequest } from '#lib/api/client/client.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { type Exchange, exchange } from './exchange.ts'
import { TryItAnswer } from './try-it-answer.tsx'
import { TryItField, type TryItParameter } from './try-it-field.tsx'

type Outcome = { kind: 'asking' } | { kind: 'answered'; answer: Exchange } | { kind: 'failed'; reason: string }

/** The values of the form as text: lists have one value per line. */
const textOf = (value: unknown): string => {
  if (value === undefined) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

const inputOf = (parameters: readonly TryItParameter[], values: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    parameters.flatMap(({ name, list }) => {
      const text = values[name] ?? ''
      if (text === '') return []
      return [[name, list ? text.split(/[\s,]+/).filter(Boolean) : text]]
    }),
  )

/** Sends requests to this server. Without a key they use the visit's own session; a typed key stays in this page's memory. */
export const TryIt = ({
  method,
  path,
  parameters,
  example,
}: {
  method: 'GET' | 'POST'
  path: string
  parameters: readonly TryItParameter[]
  example: Record<string, unknown>
}) => {
  const [values, setValues] = useState(() =>
    Object.fromEntries(parameters.map(({ name }) => [name, textOf(example[name])])),
  )
  const [key, setKey] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setOutcome({ kind: 'asking' })
    const headers: Record<string, string> = key.trim() === '' ? {} : { 'X-API-Key': key.trim() }
    try {
      const request = buildRequest(
        { method, path },
        inputOf(parameters, values),
        { baseUrl: '', headers },
        controller.signal,
      )
      setOutcome({ kind: 'answered', answer: await exchange(request) })
    } catch (error) {
      if (controller.signal.aborted) return
      const reason = isServiceError(error) ? error.message : 'The server could not be reached.'
      setOutcome({ kind: 'failed', reason })
    }
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
