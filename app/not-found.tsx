import { servedChains } from '#components/evm/served-chains.ts'
import { notFoundMetadata } from '#components/not-found-metadata.ts'
import { SearchBox } from '#components/shell/search-box.tsx'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { systems } from '#lib/systems.ts'

export const metadata = notFoundMetadata

export default async function NotFound() {
  const { evm } = await systems()
  const [main] = await servedChains(evm.explorer)
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 py-12">
      <h1 className="font-semibold text-2xl tracking-tight">Page not found</h1>
      <p className="text-muted">
        Nothing was found at this address. It may not be indexed yet, it may be on another chain, or it may have been
        removed by a reorg. Check the link, or search for it.
      </p>
      <SearchBox chain={main?.chain ?? 'eth'} large />
      <p className="flex gap-2">
        <Link href="/" className={buttonClasses('primary')}>
          Front page
        </Link>
        <Link href="/status" className={buttonClasses()}>
          Index status
        </Link>
      </p>
    </div>
  )
}
