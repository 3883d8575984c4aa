import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

/** Headers that every answer carries. The content security policy has a nonce for each page: lib/web.ts sets it. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
]

/**
 * Next's client runtime prefetches, keeps segments and revalidates; these pages use none of it, and its 45 kB (gzip) are a third
 * of a page's first load. In the build its entry is ours (components/router), which shows the server's pages with the same
 * components of Next and React. It reads Next's internals, so package.json pins the version and the browser tests hold it.
 */
const ownRouter = {
  resolveAlias: {
    './app-index': { browser: './components/router/browser-entry.tsx' },
    './render-tree': { browser: './components/router/deferred-rsc.ts' },
    './lazy-dynamic/loadable': { browser: './components/router/late-part.tsx' },
    'next/dist/compiled/process': { browser: './components/router/no-process.ts' },
  },
}

/**
 * The wallet adapter comes with wallets of its own for accounts of Google and Apple, which need a service of others and which no
 * full node can prove. Loading them calls that service, so their place is taken by nothing.
 */
const noWalletsOfServices = {
  '@aptos-connect/wallet-adapter-plugin': './components/sign-in/no-service-wallets.ts',
}

/** Parts of libraries that every page would load and that nothing here uses; each file says what it leaves out. */
const smallerLibraries = {
  './mutationCache.js': './components/no-mutations.ts',
  '../createLucideIcon.mjs': './components/ui/draw-icon.ts',
}

/** @type {(phase: string) => import('next').NextConfig} */
export default (phase) => ({
  // Development keeps Next's own entry: it is what reloads changed sources.
  turbopack: {
    resolveAlias: {
      ...noWalletsOfServices,
      ...smallerLibraries,
      ...(phase === PHASE_PRODUCTION_BUILD && ownRouter.resolveAlias),
    },
  },
  reactStrictMode: true,
  // What a page says of itself stands in its head for everybody: whoever previews links reads no further, and few say who they are.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  // lib/web.ts compresses, with Brotli too.
  compress: false,
  // Pictures are served as they are: without this, Next would resize any of ours for anybody.
  images: { unoptimized: true },
  // `npm test` checks types; a user's first start should not wait for it.
  typescript: { ignoreBuildErrors: true },
  // These reach for native parts or their own files, which a bundle would lose.
  serverExternalPackages: ['pino', 'pg', 'pg-copy-streams', 'kysely', 'undici', 'prom-client', 'sharp'],
  // The long form of a wallet's front page.
  redirects: async () => [
    { source: '/:chain/address/:address/transactions', destination: '/:chain/address/:address', permanent: true },
  ],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    // A header that is configured here takes the place of the handler's own.
    { source: '/media/:path*', headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; sandbox" }] },
  ],
})
