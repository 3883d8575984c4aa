import { NestedTooDeeply, parseJson } from '#lib/api/input/parse-json.ts'
import { type DecodedVersion, type DecodeOptions, decodeVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'

/** A page as the node sent it, and what was asked for. */
export type PageOrder = { body: Uint8Array; start: number; count: number; options: DecodeOptions }

/**
 * A page that is refused, with the cause for the log; because of its version `odd`, if one has an unknown form. A page that
 * is too deep may be read in parts.
 */
export type DecodedPage =
  | { versions: DecodedVersion[] }
  | { isTooDeep: true }
  | { fault: string; details: string | undefined; odd: number | undefined }

/** Parses, checks and decodes a page of transactions. */
export const decodePage = (order: PageOrder): DecodedPage => {
  try {
    return { versions: versionsOf(order) }
  } catch (error) {
    if (error instanceof NestedTooDeeply) return { isTooDeep: true }
    if (!isServiceError(error)) throw error
    const details = error.cause instanceof Error ? error.cause.message : undefined
    return { fault: error.message, details, odd: error instanceof OtherForm ? error.version : undefined }
  }
}

const versionsOf = ({ body, start, count, options }: PageOrder): DecodedVersion[] => {
  const page = parsedPage(body)
  if (!Array.isArray(page) || page.length > count)
    throw new ServiceError(
      'upstream_failed',
      `The Aptos node's response for version ${start} is not a list of at most ${count} transactions.`,
    )
  return page.map((transaction: unknown, index) => {
    const decoded = decoding(transaction, start + index, options)
    if (decoded.number === start + index) return decoded
    throw new ServiceError(
      'upstream_failed',
      `The Aptos node gave an answer that cannot be right, so it was not used: it has version ${decoded.number} in place of ${start + index}.`,
    )
  })
}

/** One transaction of the page has a form that no rule foresaw. */
class OtherForm extends ServiceError {
  readonly version: number
  constructor(version: number, { message, cause }: ServiceError) {
    super('upstream_failed', message, { cause })
    this.version = version
  }
}

const decoding = (transaction: unknown, version: number, options: DecodeOptions): DecodedVersion => {
  try {
    return decodeVersion(transaction, options)
  } catch (error) {
    throw isServiceError(error) ? new OtherForm(version, error) : error
  }
}

const parsedPage = (body: Uint8Array): unknown => {
  try {
    return parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch (cause) {
    if (cause instanceof NestedTooDeeply) throw cause
    throw new ServiceError('upstream_failed', 'The Aptos node returned incomplete JSON.', { cause })
  }
}
