import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { toDigits } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'

/** Identity of a list: the endpoint, the chain and every filter except `limit` and `cursor`. */
export type CursorBinding = { route: string; filters: Readonly<Record<string, unknown>> }

/** The position where a list continues. */
export type CursorPosition = {
  limit: number
  /** The sort key of the last row shown. Amounts and bytes as text. */
  key: readonly (string | number | null)[]
  /** Number of the page that the cursor requests: 2 or more. */
  page: number
  /** Only counted on page 1; `null` if not requested or too expensive. */
  total: number | null
  /** The newest block when page 1 was read: later pages show nothing newer, so no row moves from page to page. */
  snapshot: number | null
  /** Seconds. */
  issuedAt: number
}

export type Cursors = {
  seal(position: CursorPosition, binding: CursorBinding): string
  /** Throws `invalid_request` naming `cursor` if the text was not created here, or is for another list. */
  open(text: string, binding: CursorBinding): CursorPosition
}

const version = 1
const signatureBytes = 16
/** Longer texts are refused without parsing. */
const cursorLengthMax = 4_096

const payloadSchema = z.object({
  v: z.literal(version),
  b: z.string(),
  l: z.int().positive(),
  k: z.array(z.union([z.string(), z.number(), z.null()])),
  p: z.int().min(2),
  t: z.int().nonnegative().nullable(),
  s: z.int().nullable(),
  i: z.int().nonnegative(),
})

const versionSchema = z.object({ v: z.int() })

/**
 * Cursors that contain the position in a list, readable by anyone but signed by us: base64url of the payload, a dot,
 * base64url of the first 16 bytes of its HMAC-SHA256. The key is derived from `secret`, the instance's secret.
 */
export const createCursors = (secret: Uint8Array): Cursors => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'spyglass cursors', 32)))
  const signature = (payload: string): Buffer =>
    createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes)

  return {
    seal: (position, binding) => {
      const { limit, key: sortKey, page, total, snapshot, issuedAt } = position
      const fields = {
        v: version,
        b: bindingHash(binding),
        l: limit,
        k: sortKey,
        p: page,
        t: total,
        s: snapshot,
        i: issuedAt,
      }
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
      return `${payload}.${signature(payload).toString('base64url')}`
    },
    open: (text, binding) => {
      const [payload, mark, ...rest] = text.length <= cursorLengthMax ? text.split('.') : []
      if (!payload || !mark || rest.length) throw foreign()
      const given = Buffer.from(mark, 'base64url')
      // Node ignores stray characters in base64url: only our own spelling is accepted.
      const isOurs = given.length === signatureBytes && given.toString('base64url') === mark
      if (!isOurs || !timingSafeEqual(given, signature(payload))) throw foreign()
      return readPayload(payload, binding)
    },
  }
}

const readPayload = (payload: string, binding: CursorBinding): CursorPosition => {
  const json: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (versionSchema.parse(json).v !== version) {
    throw badParameter('cursor', 'was issued by another version of this server: start again without it')
  }
  const { b, l, k, p, t, s, i } = payloadSchema.parse(json)
  if (b !== bindingHash(binding)) {
    throw badParameter(
      'cursor',
      'belongs to another list: send it with the path, chain and filters of the request that returned it',
    )
  }
  return { limit: l, key: k, page: p, total: t, snapshot: s, issuedAt: i }
}

const foreign = () => badParameter('cursor', 'is not a cursor of this server: send one that it returned, unchanged')

const bindingHash = ({ route, filters }: CursorBinding): string =>
  hash('sha256', canonical({ route, filters }), 'buffer').subarray(0, 16).toString('base64url')

/** JSON with sorted keys; absent filters are omitted, amounts are text, bytes are hex. */
const canonical = (value: unknown): string => {
  if (typeof value === 'bigint') return JSON.stringify(value.toString())
  if (value instanceof Uint8Array) return JSON.stringify(toDigits(value))
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object' || value instanceof Date) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
    .join(',')}}`
}
