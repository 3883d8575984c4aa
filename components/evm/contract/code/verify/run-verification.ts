import type { Upload } from './read-upload.ts'

export type Outcome = { kind: 'verified'; isExact: boolean } | { kind: 'refused'; message: string }

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
export const runVerification = async (
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
