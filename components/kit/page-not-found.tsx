import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'

/** For an address where nothing is found. Some subjects have their own: `NotFound` of `definePage`. */
export const PageNotFound = () => (
  <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 py-12">
    <h1 className="font-semibold text-2xl tracking-tight">Page not found</h1>
    <p className="text-muted">
      Nothing was found at this address. It may not be indexed yet, it may be on another chain, or it may have been
      removed by a reorg. Check the link, or search for it above.
    </p>
    <p className="flex gap-2">
      <Link href="/" className={buttonClasses('primary')}>
        Home page
      </Link>
      <Link href="/status" className={buttonClasses()}>
        Index status
      </Link>
    </p>
  </div>
)
