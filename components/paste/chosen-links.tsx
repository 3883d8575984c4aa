import { ExternalLink } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import type { Finding } from './finding.ts'

const linksMax = 20

/** Links to the selected pages, each in a new tab: browsers block pages that open several tabs. */
export const ChosenLinks = ({ chosen }: { chosen: readonly { text: string; findings: readonly Finding[] }[] }) => {
  const links = chosen.flatMap(({ text, findings }) => findings.map((finding) => ({ text, ...finding })))
  return (
    <div className="border-line border-b bg-sunken px-4 py-2.5 text-sm">
      <p className="mb-1.5 text-muted text-xs">
        Open the selection, each in its own tab
        {links.length > linksMax && `: the first ${linksMax} of ${links.length} pages`}
      </p>
      <ul aria-label="Selected pages" className="flex flex-wrap gap-x-4 gap-y-1.5">
        {links.slice(0, linksMax).map(({ text, title, place, path }) => (
          <li key={path}>
            <a
              href={path}
              target="_blank"
              rel="noopener"
              title={text}
              className="inline-flex min-h-6 items-center gap-1 text-accent hover:underline"
            >
              {title} on {place} <span className="font-mono text-xs">…{text.slice(-6)}</span>
              <Icon of={ExternalLink} size={12} aria-label="in a new tab" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
