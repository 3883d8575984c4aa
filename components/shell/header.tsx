import { families } from '#components/families.ts'
import type { FamilyChain } from '#components/family.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Site } from '#lib/site/site.ts'
import { AccountMenu, type HeaderAccount } from './account-menu.tsx'
import { ChainLinks } from './chain-links.tsx'
import { ChainSwitch } from './chain-switch.tsx'
import { Logo } from './logo.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { SearchBox } from './search/search-box.tsx'
import { SignInLink } from './sign-in-link.tsx'
import type { Theme } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { TimeSwitch } from './time-switch.tsx'

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
      <ChainSwitch chains={chains} sharedPaths={families.flatMap(({ sharedPaths = [] }) => sharedPaths)} />
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
