import { Menu as MenuIcon } from 'lucide'
import type { FamilyChain } from '#components/family.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { AccountLines, type HeaderAccount } from './account-menu.tsx'
import { ChainLinks } from './chain-links.tsx'
import { SignInLink } from './sign-in-link.tsx'
import type { Theme } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { TimeSwitch } from './time-switch.tsx'

const linkClass = 'block px-4 py-2.5 text-sm hover:bg-sunken'

/** The menu on phones: everything that does not fit in the header. */
export const PhoneMenu = ({
  chains,
  links,
  theme,
  account,
}: {
  chains: readonly FamilyChain[]
  links: readonly { href: string; title: string }[]
  theme: Theme
  account: HeaderAccount | undefined
}) => (
  <Menu className="relative sm:hidden">
    <summary aria-label="Menu" className="hit flex size-8 list-none items-center justify-center text-muted">
      <Icon of={MenuIcon} size={18} />
    </summary>
    <div className="absolute right-0 z-30 mt-1 w-64 rounded-xl border border-line bg-surface py-1 shadow-lg">
      <ChainLinks chains={chains} className={linkClass} />
      {links.map(({ href, title }) => (
        <Link key={href} href={href} className={linkClass}>
          {title}
        </Link>
      ))}
      {account && !account.address && <SignInLink className={linkClass} />}
      {account?.address && (
        <div className="my-1 border-line border-y py-1">
          <AccountLines address={account.address} />
        </div>
      )}
      <div className="flex items-center justify-between gap-3 px-4 py-2 text-sm">
        <span>Times</span>
        <TimeSwitch />
      </div>
      <div className="flex items-center justify-between gap-3 px-4 py-2 text-sm">
        <span>Theme</span>
        <ThemeSwitch initial={theme} />
      </div>
    </div>
  </Menu>
)
