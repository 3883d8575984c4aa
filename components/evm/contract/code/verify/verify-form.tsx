'use client'
import { type ComponentProps, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { readUpload, type Upload } from './read-upload.ts'

type Outcome = { kind: 'verified'; isExact: boolean } | { kind: 'refused'; message: string }

type Body = {
  verificationId?: string
  queuePosition?: number
  isJobCompleted?: boolean
  message?: string
  contract?: { match?: string | null }
  error?: { message?: string }
}

const pollMs = 1_500
const waitMs = 30 * 60_000
/** What waits behind others is asked for less often. */
const pollsMax = 4
const base = '/api/sourcify/v2/verify'

/**
 * Hands sources in through the Sourcify API of this server, and waits for the result; `onPlace` hears the place in the queue, from 1.
 * Rejects if the server cannot be reached.
 */
const runVerification = async (
  { chainId, address }: { chainId: string; address: string },
  upload: Exclude<Upload, { kind: 'fault' }>,
  chosen: { compilerVersion: string; contractIdentifier: string },
  onPlace: (place: number) => void,
): Promise<Outcome> => {
  const isInput = upload.kind === 'input'
  const response = await fetch(`${base}/${isInput ? '' : 'metadata/'}${chainId}/${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      isInput ? { stdJsonInput: upload.input, ...chosen } : { sources: upload.sources, metadata: upload.metadata },
    ),
  })
  const { verificationId, message, queuePosition = 1 } = await bodyOf(response)
  if (verificationId === undefined) return refused(message)
  let place = queuePosition
  for (const endsAt = Date.now() + waitMs; Date.now() < endsAt; ) {
    onPlace(place)
    await new Promise((resolve) => setTimeout(resolve, pollMs * Math.min(place, pollsMax)))
    const body = await bodyOf(await fetch(`${base}/${verificationId}`))
    place = body.queuePosition ?? 1
    if (!body.isJobCompleted) continue
    const { match } = body.contract ?? {}
    return body.error || !match ? refused(body.error?.message) : { kind: 'verified', isExact: match === 'exact_match' }
  }
  return refused('It is still waiting. The result will appear on this page; reload it later.')
}

const refused = (message = 'The server did not accept it. Please try again later.'): Outcome => ({
  kind: 'refused',
  message,
})

const bodyOf = async (response: Response): Promise<Body> => {
  const body: unknown = await response.json().catch(() => ({}))
  return typeof body === 'object' && body !== null ? body : {}
}

type State = { kind: 'idle' } | { kind: 'running'; place: number } | { kind: 'refused' | 'verified'; message: string }

const bytesMax = 20_000_000

/** Chooses files, and verifies a contract with them. */
export const VerifyForm = ({
  chainId,
  address,
  compilerVersion,
}: {
  /** In decimal. */
  chainId: string
  address: string
  /** As the bytecode names it. */
  compilerVersion: string
}) => {
  const id = useId()
  const [upload, setUpload] = useState<Upload>()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const choose: ComponentProps<'input'>['onChange'] = async ({ target }) => {
    const files = [...(target.files ?? [])]
    setState({ kind: 'idle' })
    if (files.length === 0) return setUpload(undefined)
    if (files.reduce((sum, { size }) => sum + size, 0) > bytesMax)
      return setUpload({ kind: 'fault', message: 'These files are larger than 20 MB in total.' })
    setUpload(readUpload(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))))
  }
  const submit: ComponentProps<'form'>['onSubmit'] = async (event) => {
    event.preventDefault()
    if (!upload || upload.kind === 'fault') return
    const form = new FormData(event.currentTarget)
    const chosen = { compilerVersion: String(form.get('version')), contractIdentifier: String(form.get('contract')) }
    const showPlace = (place: number) => setState({ kind: 'running', place })
    showPlace(1)
    const outcome = await runVerification({ chainId, address }, upload, chosen, showPlace).catch(() => undefined)
    if (outcome?.kind === 'verified') {
      setState({ kind: 'verified', message: outcome.isExact ? 'Verified: an exact match.' : 'Verified: a match.' })
      location.reload()
    } else setState({ kind: 'refused', message: outcome?.message ?? 'The server could not be reached. Try again.' })
  }
  const field = (name: string, label: string, props: ComponentProps<'input'>) => (
    <label htmlFor={`${id}-${name}`} className="block min-w-0">
      <span className={fieldLabelClasses}>{label}</span>
      <input
        id={`${id}-${name}`}
        name={name}
        required
        spellCheck={false}
        autoComplete="off"
        className={fieldClasses}
        {...props}
      />
    </label>
  )
  return (
    <form onSubmit={submit} className="grid gap-3">
      <label htmlFor={`${id}-files`} className="block">
        <span className={fieldLabelClasses}>
          Standard JSON input, a build-info of Hardhat or Foundry, or an artifact of Foundry with its source files
        </span>
        <input id={`${id}-files`} type="file" multiple accept=".json,.sol,.yul" onChange={choose} className="text-sm" />
      </label>
      {upload && (
        <p role="status" className={upload.kind === 'fault' ? 'wrap-anywhere text-bad text-sm' : 'text-sm'}>
          {upload.kind === 'fault' ? upload.message : `${upload.title}.`}
        </p>
      )}
      {upload?.kind === 'input' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {field('contract', 'Contract, by its file', {
            defaultValue: upload.contracts.length === 1 ? upload.contracts[0] : undefined,
            list: `${id}-contracts`,
            placeholder: 'src/Token.sol:Token',
          })}
          {field('version', 'Compiler version', {
            defaultValue: upload.compilerVersion ?? compilerVersion,
            placeholder: '0.8.30+commit.73712a01',
          })}
          <datalist id={`${id}-contracts`}>
            {upload.contracts.map((contract) => (
              <option key={contract} value={contract} />
            ))}
          </datalist>
        </div>
      )}
      {upload && upload.kind !== 'fault' && (
        <div>
          <Button type="submit" look="primary" disabled={state.kind === 'running'}>
            {state.kind !== 'running' ? 'Verify' : state.place > 1 ? 'Waiting…' : 'Compiling…'}
          </Button>
        </div>
      )}
      <div role="status" className="text-sm">
        {state.kind === 'running' &&
          (state.place > 1
            ? `Number ${state.place} in the queue of this chain. Contracts are compiled one at a time.`
            : 'Compiling, and comparing with the code on the chain. This may take a minute.')}
        {state.kind === 'verified' && state.message}
        {state.kind === 'refused' && (
          <pre className="max-h-72 overflow-auto whitespace-pre-wrap rounded-lg border border-line bg-sunken p-3 text-bad text-xs leading-5">
            {state.message}
          </pre>
        )}
      </div>
    </form>
  )
}
