import { Menu as MenuIcon, UserRound } from 'lucide'
import type { ComponentProps } from 'react'
import { LazySignOutButtons } from '#components/account/lazy-sign-out-buttons.tsx'
import { familiesOfPages } from '#components/families.ts'
import type { FamilyChain } from '#components/family.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'
import type { Site } from '#lib/site/site.ts'
import { ChainLinks } from './chain-links.tsx'
import { ChainSwitch } from './chain-switch.tsx'
import { SearchBox } from './search/search-box.tsx'
import { SignInLink } from './sign-in-link.tsx'
import type { Theme } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { TimeSwitch } from './time-switch.tsx'

/** The signed-in account, if sign-in is available. */
type HeaderAccount = { address: string | undefined }

const item = 'block w-full px-4 py-2 text-left text-sm hover:bg-sunken'

/** Menu items of a signed-in account. */
const AccountLines = ({ address }: { address: string }) => (
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
const AccountMenu = ({ address }: { address: string }) => (
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

const menuLinkClass = 'block px-4 py-2.5 text-sm hover:bg-sunken'

/** The menu on phones: everything that does not fit in the header. */
const PhoneMenu = ({
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
      <ChainLinks chains={chains} className={menuLinkClass} />
      {links.map(({ href, title }) => (
        <Link key={href} href={href} className={menuLinkClass}>
          {title}
        </Link>
      ))}
      {account && !account.address && <SignInLink className={menuLinkClass} />}
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

/** A spyglass: two tubes and the lens. Drawn with the text's colour and the accent. */
const Logo = (props: ComponentProps<'svg'>) => (
  <svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true" {...props}>
    <path
      d="M3.2 18.6 10 12.9l2.4 2.9-6.8 5.7a1.2 1.2 0 0 1-1.7-.2l-.9-1.1a1.2 1.2 0 0 1 .2-1.6Z"
      fill="currentColor"
      opacity=".55"
    />
    <path d="m10.5 11.2 6-5 4.4 5.2-6 5z" fill="currentColor" />
    <path d="m16.2 4.2 1.5-1.2 6 7.1-1.5 1.2z" className="fill-accent" />
  </svg>
)

const links = [
  { href: '/labels', title: 'Labels' },
  { href: '/docs', title: 'Docs' },
  { href: '/status', title: 'Status' },
] as const

const linkClass = 'whitespace-nowrap rounded-lg px-2.5 py-1.5 text-muted text-sm hover:text-accent lg:px-1.5 xl:px-2.5'

type HeaderProps = {
  chains: readonly FamilyChain[]
  demo: boolean
  site: Pick<Site, 'name' | 'logo'>
  theme: Theme
  account: HeaderAccount | undefined
}

export const Header = ({ chains, demo, site, theme, account }: HeaderProps) => (
  <header className="sticky top-0 z-20 border-line border-b bg-canvas/95 backdrop-blur-sm">
    <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 lg:flex-nowrap">
      <Link href="/" className="flex items-center gap-2 font-semibold tracking-tight">
        {site.logo ? (
          // biome-ignore lint/performance/noImgElement: it is served by us, in one size
          <img src={site.logo} alt="" width={24} height={24} className="size-6 object-contain" />
        ) : (
          <Logo />
        )}
        <span className="max-w-40 truncate">{site.name}</span>
      </Link>
      {demo && (
        <Link href="/status" title="Invented data: no node or key is configured">
          <Badge tone="warn">Demo</Badge>
        </Link>
      )}
      <ChainSwitch chains={chains} sharedPaths={familiesOfPages.flatMap(({ sharedPaths = [] }) => sharedPaths)} />
      <div data-header-search className="order-last w-full lg:order-none lg:ml-2 lg:w-auto lg:grow">
        <SearchBox chains={chains} shortcut />
      </div>
      <nav aria-label="Main" className="ml-auto hidden items-center gap-1 sm:flex">
        <ChainLinks chains={chains} className={linkClass} />
        {links.map(({ href, title }) => (
          <Link key={href} href={href} className={linkClass}>
            {title}
          </Link>
        ))}
        {account && !account.address && <SignInLink className={linkClass} />}
      </nav>
      <div className="ml-auto flex items-center gap-1.5 sm:ml-0">
        <div className="flex gap-1.5 max-sm:hidden">
          {account?.address && <AccountMenu address={account.address} />}
          <TimeSwitch />
          <ThemeSwitch initial={theme} />
        </div>
        <PhoneMenu chains={chains} links={links} theme={theme} account={account} />
      </div>
    </div>
  </header>
)
