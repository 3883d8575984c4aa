import { buildRequest } from '#lib/api/client/build-request.ts'
import type { Route } from '#lib/api/route.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { rawOf, type Sdk, type SdkAnswer, type SdkOperation } from './sdk.ts'

type Envelope = { result: Record<string, unknown>[]; cursor: string | null; total?: number | null }

/** All pages of a list: the records as they were sent, and as the SDK's own types. */
export type Walk = { raw: Record<string, unknown>[]; typed: unknown[]; pages: number; total: number | null | undefined }

const pagesMax = 200

/** Pages by `.next()` until there is none, as a program that uses the SDK does. A single record is a walk of one. */
export const walkBySdk = async (
  sdk: Sdk,
  operation: SdkOperation,
  parameters: Record<string, unknown>,
): Promise<Walk> => {
  const first = await sdk.call(operation, parameters)
  if (first === null) return { raw: [], typed: [], pages: 0, total: undefined }
  const raw = rawOf(first)
  if (Array.isArray(raw)) return { raw, typed: first.result as unknown[], pages: 1, total: undefined }
  if (first.next === undefined)
    return { raw: [rawOf(first) as Record<string, unknown>], typed: [first.result], pages: 1, total: undefined }
  const walk: Walk = { raw: [], typed: [], pages: 0, total: first.pagination?.total }
  for (let page: SdkAnswer | undefined = first; page; page = page.hasNext?.() ? await page.next?.() : undefined) {
    if (walk.pages++ >= pagesMax) throw new Error(`${operation} pages for ever`)
    walk.raw.push(...(rawOf(page) as Envelope).result)
    walk.typed.push(...(page.result as unknown[]))
  }
  return walk
}

/** The same list by plain HTTP, by the cursors alone. */
export const walkByHttp = async (
  baseUrl: string,
  route: Route,
  parameters: Record<string, unknown>,
): Promise<Record<string, unknown>[]> => {
  const records: Record<string, unknown>[] = []
  for (let cursor: string | null | undefined, pages = 0; cursor !== null; pages++) {
    if (pages > pagesMax) throw new Error(`${route.path} pages for ever`)
    const asked = buildRequest(route, { ...parameters, cursor }, { baseUrl, headers: { 'x-api-key': apiKey } })
    const response = await fetch(asked)
    const body = (await response.json()) as Envelope & Record<string, unknown>
    if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
    if (Array.isArray(body)) return body
    if (route.paged === undefined) return [body]
    records.push(...body.result)
    cursor = body.cursor
  }
  return records
}
