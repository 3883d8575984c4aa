import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { allChains, familyTitles } from '#components/family-chains.ts'
import { FamilyProviders } from '#components/family-providers.tsx'
import {
  columnRules,
  columnsCookie,
  columnsStyle,
  readHiddenColumns,
  rowsCookie,
} from '#components/kit/list-choices.ts'
import { pageAsk } from '#components/kit/server.ts'
import { Providers } from '#components/providers.tsx'
import { earlyClicks } from '#components/shell/early-clicks.ts'
import { Footer } from '#components/shell/footer.tsx'
import { Header } from '#components/shell/header.tsx'
import { Keyboard } from '#components/shell/keyboard.tsx'
import { LinkNavigation } from '#components/shell/link-navigation.tsx'
import { isTheme } from '#components/shell/theme.ts'
import { accountAddress } from '#lib/account/contract/account.ts'
import { isTimeFormat } from '#lib/format/moment.ts'
import { pageAddressHeader, pageMetadata } from '#lib/pages/page-address.ts'
import { systems } from '#lib/server/systems.ts'
import { currentSite, type Site } from '#lib/site/site.ts'
import { codeFont, textFont } from './fonts.ts'

/** Every page shows live data in the visitor's own theme and clock: nothing is rendered ahead. */
export const dynamic = 'force-dynamic'

/** Pages define their titles and descriptions; links to other formats and the preview image follow from the URL. */
export const generateMetadata = async (): Promise<Metadata> => {
  const [asked, { siteUrl }] = await Promise.all([headers(), systems()])
  const { name, logo } = currentSite()
  return {
    title: { default: name, template: `%s · ${name}` },
    description: `A self-hosted explorer and data API for ${familyTitles}.`,
    applicationName: name,
    icons: { icon: logo ?? '/icon.svg' },
    manifest: '/media/site/manifest.webmanifest',
    ...pageMetadata(asked.get(pageAddressHeader) ?? '/', siteUrl),
  }
}

/** The browser's own bars have the brand colour by day; at night it would glare. */
export const generateViewport = async (): Promise<Viewport> => {
  await systems()
  return {
    themeColor: [
      { media: '(prefers-color-scheme: light)', color: currentSite().accent?.light ?? '#f7f8f9' },
      { media: '(prefers-color-scheme: dark)', color: '#0c131a' },
    ],
  }
}

/** The nonce of this page's scripts and styles, see lib/http/front.ts. */
const nonceOf = (asked: Headers): string | undefined =>
  /'nonce-([\w-]+)'/.exec(asked.get('content-security-policy') ?? '')?.[1]

/** Overrides the accent of app/globals.css. */
const accentStyle = ({ accent }: Site): Record<string, string> | undefined =>
  accent && {
    '--accent': `light-dark(${accent.light}, ${accent.dark})`,
    '--on-accent': `light-dark(${accent.onLight}, ${accent.onDark})`,
  }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [kept, asked, { demo, signIn, account }] = await Promise.all([cookies(), headers(), systems()])
  const [chains, signedIn] = await Promise.all([allChains(await pageAsk()), account.signedIn(asked.get('cookie'))])
  const site = currentSite()
  const keptTheme = kept.get('theme')?.value
  const keptTime = kept.get('time')?.value
  const theme = isTheme(keptTheme) ? keptTheme : 'system'
  const timeFormat = isTimeFormat(keptTime) ? keptTime : 'age'
  return (
    // The visitor's choices may change both attributes before React arrives.
    <html
      lang="en"
      className={`${textFont.variable} ${codeFont.variable}`}
      data-theme={theme === 'system' ? undefined : theme}
      data-time={timeFormat}
      data-account={signedIn && ''}
      data-rows={kept.get(rowsCookie)?.value === 'dense' ? 'dense' : undefined}
      style={accentStyle(site)}
      suppressHydrationWarning
    >
      <head>
        <style id={columnsStyle} nonce={nonceOf(asked)} suppressHydrationWarning>
          {columnRules(readHiddenColumns(kept.get(columnsCookie)?.value))}
        </style>
        <script nonce={nonceOf(asked)} suppressHydrationWarning>
          {earlyClicks}
        </script>
      </head>
      <body className="flex min-h-dvh flex-col font-sans antialiased">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
        >
          Skip to content
        </a>
        <Providers timeFormat={timeFormat} now={Date.now()}>
          <FamilyProviders>
            <Header
              chains={chains}
              demo={demo}
              site={{ name: site.name, logo: site.logo }}
              account={signIn.isAvailable() ? { address: signedIn && accountAddress(signedIn.address) } : undefined}
            />
            <main id="content" tabIndex={-1} className="mx-auto w-full max-w-7xl grow px-4 py-6 outline-none">
              {children}
            </main>
            <Footer demo={demo} siteName={site.name} />
            <LinkNavigation />
            <Keyboard chains={chains} />
          </FamilyProviders>
        </Providers>
      </body>
    </html>
  )
}
