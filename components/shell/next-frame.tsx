import type { ReactNode } from 'react'
import { PanelSkeleton, Skeleton } from '#components/ui/skeleton.tsx'

/** Titles of pages by the part of their address that names their kind; others have lines in the place of a title. */
const titles: Record<string, string> = {
  tx: 'Transaction',
  txn: 'Transaction',
  block: 'Block',
  address: 'Address',
  account: 'Account',
  token: 'Token',
  nft: 'NFT',
  asset: 'Asset',
  collection: 'Collection',
  blocks: 'Blocks',
  transactions: 'Transactions',
}

/** `top`: where its part of the screen begins, in pixels. */
type NextFrameProps = { path: string; top: number; isTab: boolean }

/** The title of the next page, and rows in the place of what comes. Fast pages show none (app/globals.css). */
const NextFrame = ({ path, top, isTab }: NextFrameProps) => {
  const [, kind = '', subject] = path.split('/').filter(Boolean)
  const title = titles[kind]
  return (
    <div className="next-frame" style={{ top }}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div aria-hidden className="mx-auto w-full max-w-7xl px-4 pt-6">
        {!isTab && (
          <div className="mb-6">
            {title === undefined ? (
              <Skeleton className="h-8 w-48" />
            ) : (
              <p className="font-semibold text-title tracking-tight">{title}</p>
            )}
            {title && subject && <p className="mt-1 truncate font-mono text-sm">{subject}</p>}
          </div>
        )}
        <PanelSkeleton />
      </div>
    </div>
  )
}

/** The part of a path that all tabs of a page share, as in `/eth/tx/0x12…/logs`. */
const subjectOf = (path: string): string => path.split('/').slice(0, 4).join('/')

/** The frame of the page that a link leads to; none if the page stays, with another order or filter. */
export const nextFrameTo = (address: string, link: HTMLElement | undefined): ReactNode => {
  const { pathname } = new URL(address)
  if (pathname === location.pathname) return null
  const isTab = subjectOf(pathname) === subjectOf(location.pathname)
  const tabs = isTab ? (link?.closest('main nav') ?? document.querySelector('main .tab-bar')) : null
  const above = tabs ?? document.querySelector('body > header')
  const top = Math.max(0, above?.getBoundingClientRect().bottom ?? 0)
  return <NextFrame path={pathname} isTab={tabs !== null} top={top} />
}
