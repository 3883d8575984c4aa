import { pipeline, type Readable, Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { discard } from './discard.ts'
import { OutboundError, tooLarge } from './outbound-error.ts'
import { faultOfStatus } from './response-fault.ts'

/** A response whose body is not read yet. */
export type OpenedBody = {
  /** In bytes, if the host declared it. */
  length: number | undefined
  /** The range of the file that the body contains, both ends included; undefined if it is the whole file. */
  part: { first: number; last: number; of: number } | undefined
  body: Readable
}

/** Validates a response without reading it. @throws OutboundError after dropping the body. */
export const openAnswer = (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { bytesMax, isPart }: { bytesMax: number; isPart: boolean },
): OpenedBody => {
  const part = statusCode === 206 && isPart ? partOf(String(headers['content-range'] ?? '')) : undefined
  const length = readLength(headers['content-length'])
  const fault = faultOf()
  if (fault) {
    discard(body)
    throw fault
  }
  return { length, part, body: pipeline(body, upTo(bytesMax), () => {}) }

  function faultOf(): OutboundError | undefined {
    if (statusCode !== 200 && part === undefined) return faultOfStatus(statusCode, headers['retry-after'])
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return new OutboundError('unsupported_media', 'It is compressed, although this was not requested.')
    return (length ?? 0) > bytesMax ? tooLarge(bytesMax) : undefined
  }
}

/** Ranges of a file of unknown length are useless to players. */
const partOf = (contentRange: string): OpenedBody['part'] => {
  const [first = 0, last = -1, of = 0] = (/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange) ?? [])
    .slice(1)
    .map(Number)
  return first <= last && last < of ? { first, last, of } : undefined
}

const readLength = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined

const upTo = (bytesMax: number): Transform => {
  let length = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      length += chunk.length
      if (length > bytesMax) done(tooLarge(bytesMax))
      else done(null, chunk)
    },
  })
}
