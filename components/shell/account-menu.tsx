import { UserRound } from 'lucide'
import { LazySignOutButtons } from '#components/account/lazy-sign-out-buttons.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'

/** The signed-in account, if sign-in is available. */
export type HeaderAccount = { address: string | undefined }

const item = 'block w-full px-4 py-2 text-left text-sm hover:bg-sunken'

/** Menu items of a signed-in account. */
export const AccountLines = ({ address }: { address: string }) => (
  <>
    <p className="px-4 py-2 text-muted text-xs">
      Signed in as <span className="block break-all font-mono text-ink">{address}</span>
    </p>
    <Link href="/account" className={item}>
      Account
    </Link>
    <LazySignOutButtons className={item} />
  </>
)

/** The signed-in account in the header. Signing out needs JavaScript. */
export const AccountMenu = ({ address }: { address: string }) => (
  <Menu className="relative">
    <summary className="flex h-8 list-none items-center gap-1.5 rounded-lg border border-line bg-surface px-2.5 text-sm hover:border-accent">
      <Icon of={UserRound} size={14} className="text-accent" />
      <span className="sr-only">Signed in as </span>
      <span className="font-mono text-xs">
        {address.slice(0, 6)}…{address.slice(-4)}
      </span>
    </summary>
    <div className="absolute right-0 z-30 mt-1 w-72 rounded-xl border border-line bg-surface py-1 shadow-lg">
      <AccountLines address={address} />
    </div>
  </Menu>
)
