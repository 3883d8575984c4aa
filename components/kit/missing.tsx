import type { ReactNode } from 'react'
import { isServiceError } from '#lib/api/errors.ts'
import { PageNotFound } from './page-not-found.tsx'
import { server } from './server.ts'

/**
 * Sets status 404 and returns the content of a page or frame that finds nothing. Next's `notFound()` is thrown instead, and what it
 * leads to is only rendered by scripts.
 */
export const missing = async (content: ReactNode = <PageNotFound />): Promise<ReactNode> => {
  const { pageStatus } = await server()
  pageStatus.set(404)
  return content
}

/** Why a path has no content: nothing is there, or its chain is not served, which the frame of the chain says instead. Throws other errors. */
export const absence = (error: unknown): 'missing' | 'not served' => {
  if (isServiceError(error, 'not_found')) return 'missing'
  if (isServiceError(error, 'chain_not_served')) return 'not served'
  throw error
}
