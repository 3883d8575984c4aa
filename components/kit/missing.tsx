import type { ReactNode } from 'react'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { ErrorState } from '#components/ui/states/error-state.tsx'
import { isServiceError, type ServiceError } from '#lib/base/errors.ts'
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

/** Sets the status of this error and returns its sentence, for a page or frame that cannot be shown now. */
export const failed = async ({ status, message, retryable }: ServiceError): Promise<ReactNode> => {
  const { pageStatus } = await server()
  pageStatus.set(status)
  return (
    <>
      <PageTitle kind={retryable ? 'Temporarily unavailable' : 'This page cannot be shown'} />
      <ErrorState
        title={message}
        action={
          <Link href="/status" className={buttonClasses()}>
            Status
          </Link>
        }
      />
    </>
  )
}

/**
 * Why a path has no content: nothing is there, for which there is a sentence, or its chain is not served, which the frame of the chain
 * says instead. Throws other errors.
 */
export const absence = (error: unknown): { missing: string } | 'not served' => {
  if (isServiceError(error, 'not_found')) return { missing: error.message }
  if (isServiceError(error, 'chain_not_served')) return 'not served'
  throw error
}
