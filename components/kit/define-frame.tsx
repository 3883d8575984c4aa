import type { ReactNode } from 'react'
import { buttonClasses } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { isServiceError, type ServiceError } from '#lib/base/errors.ts'
import type { PageAt } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
import { pageAsk, server } from './server.ts'

const defaultMessage =
  'There is no such page. The address is not one of this site: check it, or search for what you want above.'

/** The first sentence of a message without its full stop, and the others. */
const inParts = (message: string): [title: string, others: string] => {
  const end = message.search(/\.(\s|$)/)
  return end === -1 ? [message, ''] : [message.slice(0, end), message.slice(end + 1).trim()]
}

/**
 * For an address where nothing is found: the first sentence of `message` is the title. Some subjects have their own: `NotFound` of
 * `definePage`.
 */
export const PageNotFound = ({
  message = defaultMessage,
  children,
  action,
}: {
  message?: string
  /** Placed below the sentences. */
  children?: ReactNode
  /** The likeliest next step, before the others. */
  action?: ReactNode
}) => {
  const [title, others] = inParts(message)
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 py-12">
      <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{title}</h1>
      {others !== '' && <p className="wrap-anywhere text-muted">{others}</p>}
      {children}
      <p className="flex flex-wrap gap-2">
        {action}
        <Link href="/" className={buttonClasses(action ? 'quiet' : 'primary')}>
          Home page
        </Link>
        <Link href="/status" className={buttonClasses()}>
          Index status
        </Link>
      </p>
    </div>
  )
}

/** For a path that no page has; Next.js passes it no content. */
export const NoSuchPage = () => <PageNotFound />

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

/** The parameters of a route by name, decoded. Next passes them as they are in the URL. */
export const pathParameters = async (params: Promise<Record<string, string>>): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await params).map(([name, segment]) => [name, decodeURIComponent(segment)]))

/**
 * Declares the layout that the pages of one subject share. It reads its path by the `params` of those pages, and shares their
 * answers.
 */
export const defineFrame =
  <Params extends object>(
    readParams: (at: PageAt) => Promise<Params> | Params,
    body: (frame: Params & { ask: Ask; children: ReactNode }) => ReactNode | Promise<ReactNode>,
  ) =>
  async ({ params, children }: { params: Promise<Record<string, string>>; children: ReactNode }) => {
    const [parameters, ask] = await Promise.all([pathParameters(params), pageAsk()])
    const read = async () => readParams({ parameters, query: {}, ask })
    const at = await read().catch(absence)
    if (at === 'not served') return null
    return 'missing' in at ? missing(<PageNotFound message={at.missing} />) : body({ ...at, ask, children })
  }
