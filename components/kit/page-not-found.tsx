import type { ReactNode } from 'react'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'

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
