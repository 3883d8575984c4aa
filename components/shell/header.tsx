import { Bookmark, Menu as MenuIcon, Settings2, UserRound } from 'lucide'
import type { ComponentProps } from 'react'
import { LazySignOutButtons } from '#components/account/lazy-sign-out-buttons.tsx'
import { familiesOfPages } from '#components/families.ts'
import type { FamilyChain } from '#components/family.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'
import type { Site } from '#lib/site/site.ts'
import { ChainMenuBar, type SiteMenus } from './chain-menus.tsx'
import { ChainSwitch } from './chain-switch.tsx'
import { SearchBox } from './search/search-box.tsx'
import { SignInLink } from './sign-in-link.tsx'

/** The signed-in account, if sign-in is available. */
type HeaderAccount = { address: string | undefined }

/** Menu items of a signed-in account. */
const AccountLines = ({ address }: { address: string }) => (
  <>
    <p className="px-4 py-2 text-label text-muted">
      Signed in as <span className="block break-all font-mono text-ink">{address}</span>
    </p>
    <Link href="/account" className="menu-item">
      Account
    </Link>
    <LazySignOutButtons className="menu-item" />
  </>
)

/** The signed-in account in the header. Signing out needs JavaScript. */
const AccountMenu = ({ address }: { address: string }) => (
  <Menu className="relative">
    <summary className="header-button">
      <Icon of={UserRound} size={14} className="text-accent" />
      <span className="sr-only">Signed in as </span>
      <span className="font-mono text-xs">
        {address.slice(0, 6)}…{address.slice(-4)}
      </span>
    </summary>
    <div className="menu-panel right-0 w-72">
      <AccountLines address={address} />
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

const siteMenus: SiteMenus = {
  Developers: [
    { href: '/docs', title: 'API reference' },
    { href: '/status', title: 'Status' },
    { href: '/compare', title: 'Compare' },
    { href: '/paste', title: 'Paste anything' },
  ],
}

const groupsOf = (chains: readonly FamilyChain[]) =>
  [
    ['Networks', chains.filter(({ isTest }) => !isTest)] as const,
    ['Test networks', chains.filter(({ isTest }) => isTest)] as const,
  ].filter(([, members]) => members.length > 0)

type HeaderProps = {
  chains: readonly FamilyChain[]
  demo: boolean
  site: Pick<Site, 'name' | 'logo'>
  account: HeaderAccount | undefined
}

export const Header = ({ chains, demo, site, account }: HeaderProps) => (
  <header className="sticky top-0 z-20 border-line border-b bg-canvas/95 backdrop-blur-sm">
    <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 gap-y-2 px-4 py-2 sm:gap-x-3 lg:flex-nowrap">
      <Link href="/" className="flex items-center gap-2 font-semibold text-base tracking-tight">
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
      <ChainSwitch
        chains={chains}
        groups={groupsOf(chains)}
        sharedPaths={familiesOfPages.flatMap(({ sharedPaths = [] }) => sharedPaths)}
      />
      <div data-header-search className="order-last w-full lg:order-none lg:ml-1 lg:w-auto lg:grow">
        <SearchBox chains={chains} shortcut />
      </div>
      <button type="button" popoverTarget="menu" aria-label="Menu" className="header-icon ml-auto sm:hidden">
        <Icon of={MenuIcon} size={20} />
      </button>
      {/* On a phone it opens below the header, without JavaScript too. */}
      <nav id="menu" popover="auto" aria-label="Main" className="site-menu">
        <ChainMenuBar chains={chains} siteMenus={siteMenus} />
        <Link href="/labels" aria-label="Labels" title="Labels and watch list" className="header-icon">
          <Icon of={Bookmark} size={17} />
          <span className="sm:hidden">Labels</span>
        </Link>
        <button type="button" data-opens="settings" aria-label="Settings" title="Settings" className="header-icon">
          <Icon of={Settings2} size={17} />
          <span className="sm:hidden">Settings</span>
        </button>
        {account && !account.address && <SignInLink className="header-button" />}
        {account?.address && <AccountMenu address={account.address} />}
      </nav>
    </div>
  </header>
)
