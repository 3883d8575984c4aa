/** Headers that every answer carries. The content security policy has a nonce for each page: lib/server/web.ts sets it. */
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
 * The wallet adapter bundles wallets for Google and Apple accounts. They contact a third-party service as soon as they are loaded,
 * and a full node cannot verify their signatures, so an empty module replaces them.
 */
const noWalletsOfServices = {
  '@aptos-connect/wallet-adapter-plugin': './components/wallet/no-service-wallets.ts',
}

/** @type {import('next').NextConfig} */
export default {
  // Each build has a folder of its own (lib/server/build/builds.ts).
  distDir: process.env.PAGES_FOLDER,
  turbopack: { resolveAlias: noWalletsOfServices },
  // A build is made once for each version: its cache would be 2 GB that nobody reads, and takes a minute to write on two cores.
  experimental: { turbopackFileSystemCacheForBuild: false },
  reactStrictMode: true,
  // Always render metadata in <head>: most link-preview bots do not identify themselves.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  // lib/server/web.ts compresses, with Brotli too.
  compress: false,
  // Pictures are served as they are: without this, Next would resize any of ours for anybody.
  images: { unoptimized: true },
  // `npm test` checks types; a user's first start should not wait for it.
  typescript: { ignoreBuildErrors: true },
  // These reach for native parts or their own files, which a bundle would lose.
  serverExternalPackages: [
    '@modelcontextprotocol/server',
    'pino',
    'pg',
    'pg-copy-streams',
    'kysely',
    'undici',
    'prom-client',
    'sharp',
  ],
  redirects: async () => [
    // Etherscan's word.
    { source: '/:chain/txs', destination: '/:chain/transactions', permanent: false },
    // What stood there is in the summary of the block now.
    { source: '/:chain/block/:block/rewards', destination: '/:chain/block/:block/withdrawals', permanent: false },
  ],
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    // Their names have the hash of their content.
    { source: '/logos/:file', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }] },
    // A header that is configured here takes the place of the handler's own.
    ...['/media/:path*', '/logos/:path*'].map((source) => ({
      source,
      headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'; sandbox" }],
    })),
  ],
}
