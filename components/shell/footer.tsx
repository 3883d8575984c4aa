import { familyTitles } from '#components/family-chains.ts'
import { Link } from '#components/ui/link.tsx'

const linkClasses = 'hover:text-accent'

export const Footer = ({ demo, siteName }: { demo: boolean; siteName: string }) => (
  <footer className="mt-16 border-line border-t">
    <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 text-muted text-sm">
      <p>
        {siteName === 'Spyglass' ? siteName : `${siteName} runs Spyglass`}, a self-hosted explorer and data API for{' '}
        {familyTitles}.{demo && ' The data is invented.'}
      </p>
      <nav aria-label="Footer" className="flex gap-4">
        <button type="button" data-opens="keys" className="hover:text-accent max-lg:hidden">
          Keys
        </button>
        <Link href="/docs" className={linkClasses}>
          API reference
        </Link>
        <Link href="/status" className={linkClasses}>
          Status
        </Link>
        <a href="/api/openapi.json" className={linkClasses}>
          OpenAPI
        </a>
      </nav>
    </div>
  </footer>
)
