import type { Send } from '#lib/api/client/call.ts'
import { errorOf } from '#lib/api/client/call.ts'

const requestIds = new WeakMap<object, string>()

/** `fetch` that keeps the id of a failed request: the page shows it, and operators find it in the log. */
export const browserSend: Send = async (request) => {
  const response = await fetch(request)
  if (response.ok) return response
  const error = await errorOf(response)
  const id = response.headers.get('x-request-id')
  if (id) requestIds.set(error, id)
  throw error
}

export const responseRequestId = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? requestIds.get(error) : undefined
