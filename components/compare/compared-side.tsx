import { ErrorState } from '#components/ui/error-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { PageAbout } from '#lib/pages/page-content.ts'

/** One of the two: what it is and what it says of itself, or why it could not be read. */
export const ComparedSide = ({
  name,
  path,
  about,
  fault,
}: {
  name: 'A' | 'B'
  path: string
  about?: PageAbout
  fault?: string
}) => (
  <Panel aria-label={`${name}: ${about?.kind ?? path}`} className="p-4">
    <p className="flex items-baseline gap-2 text-sm">
      <span className="font-semibold text-accent">{name}</span>
      <span className="font-medium">{about?.kind ?? 'Not read'}</span>
      {about && <span className="text-muted">{about.place}</span>}
    </p>
    <Link href={path} className="mt-1 block break-all font-mono text-accent text-sm hover:underline">
      {about?.title ?? path}
    </Link>
    {about && <p className="mt-2 text-sm">{about.summary}</p>}
    {fault !== undefined && <ErrorState title="It could not be read">{fault}</ErrorState>}
  </Panel>
)
