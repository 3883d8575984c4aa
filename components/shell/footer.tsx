const links = [
  { href: '/docs', title: 'API reference' },
  { href: '/status', title: 'Status' },
  { href: '/api/openapi.json', title: 'OpenAPI' },
] as const

export const Footer = ({ demo }: { demo: boolean }) => (
  <footer className="mt-16 border-line border-t">
    <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 text-muted text-sm">
      <p>
        Spyglass, a self-hosted explorer and data API for EVM chains and Aptos.
        {demo && ' The data shown are invented.'}
      </p>
      <nav aria-label="Footer" className="flex gap-4">
        <button type="button" data-opens="keys" className="hover:text-accent max-lg:hidden">
          Keys
        </button>
        {links.map(({ href, title }) => (
          <a key={href} href={href} className="hover:text-accent">
            {title}
          </a>
        ))}
      </nav>
    </div>
  </footer>
)
