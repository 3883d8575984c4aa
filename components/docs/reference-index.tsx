import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { SystemReference } from '#lib/api/reference/reference.ts'
import { MethodBadge } from './method-badge.tsx'
import { PathText } from './path-text.tsx'
import { Prose } from './prose.tsx'
import { endpointHref, endpointsByTag } from './reference-nav.tsx'

/** One API: its summary and its endpoints. */
export const ReferenceIndex = ({ system }: { system: SystemReference }) => (
  <section className="mt-8">
    <h2 id={system.name} className="scroll-mt-18 font-semibold text-lg tracking-tight">
      {system.title}
    </h2>
    <p className="mt-1 text-muted text-sm">
      <Prose>{system.summary}</Prose>
    </p>
    <div className="mt-3 grid grid-cols-1 gap-4">
      {endpointsByTag(system).map(([tag, endpoints]) => (
        <Panel key={tag} title={tag} level={3} aria-label={`${system.title}: ${tag}`}>
          <ul className="divide-y divide-line">
            {endpoints.map((endpoint) => (
              <li key={endpoint.name}>
                <Link
                  href={endpointHref(system, endpoint)}
                  className="grid gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
                >
                  <span className="text-sm">
                    {endpoint.summary}
                    {endpoint.deprecated && <Badge className="ml-2">deprecated</Badge>}
                  </span>
                  <span className="flex items-start gap-2">
                    <MethodBadge method={endpoint.method} />
                    <code className="min-w-0 font-mono text-muted text-xs leading-5">
                      <PathText path={endpoint.path} />
                    </code>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  </section>
)
