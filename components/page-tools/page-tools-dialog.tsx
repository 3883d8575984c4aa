'use client'

import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Modal } from '#components/ui/modal.tsx'

const formats = [
  ['application/json', 'JSON'],
  ['text/csv', 'CSV'],
  ['text/markdown', 'Markdown'],
] as const

/** The page's data formats, from its head; chains may have been selected since it was sent. */
const alternates = () =>
  formats.flatMap(([type, title]) => {
    const href = document.querySelector<HTMLLinkElement>(`link[rel=alternate][type="${type}"]`)?.href
    if (!href) return []
    const url = new URL(href)
    const chains = new URL(location.href).searchParams.get('chains')
    if (chains === null) url.searchParams.delete('chains')
    else url.searchParams.set('chains', chains)
    return [{ title, href: url.href }]
  })

const partTitle = 'mb-1.5 font-medium text-xs text-muted'

/** Actions for the current page. */
export const PageToolsDialog = ({ onClose }: { onClose: () => void }) => {
  const data = alternates()
  return (
    <Modal onClose={onClose} title="This page">
      <div className="grid grid-cols-[minmax(0,1fr)] max-h-[75dvh] gap-5 overflow-y-auto p-4 text-sm">
        <section>
          <h3 className={partTitle}>Link, including filters and position</h3>
          <p className="flex items-start gap-2">
            <span className="min-w-0 break-all font-mono text-xs leading-5">{location.href}</span>
            <CopyButton value={location.href} label="Copy the link" />
          </p>
        </section>
        {data.length > 0 && (
          <section>
            <h3 className={partTitle}>As data</h3>
            <p className="flex flex-wrap gap-2">
              {data.map(({ title, href }) => (
                <a
                  key={title}
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex h-8 items-center rounded-lg border border-line px-3 hover:border-accent hover:text-accent"
                >
                  {title}
                </a>
              ))}
            </p>
          </section>
        )}
        <Link
          href={`/compare?${new URLSearchParams({ a: location.pathname })}`}
          onClick={onClose}
          className="text-accent hover:underline"
        >
          Compare with another page
        </Link>
      </div>
    </Modal>
  )
}
