/** Headers that every answer carries. The content security policy needs a nonce per page and is set where pages are served. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Content-Security-Policy', value: "frame-ancestors 'none'" },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
]

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm test` checks types; a user's first start should not wait for it.
  typescript: { ignoreBuildErrors: true },
  // These reach for native parts or their own files, which a bundle would lose.
  serverExternalPackages: ['pino', 'pg', 'pg-copy-streams', 'kysely', 'undici', 'prom-client', 'sharp'],
  // The long form of a wallet's front page.
  redirects: async () => [
    { source: '/:chain/address/:address/transactions', destination: '/:chain/address/:address', permanent: true },
  ],
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}
