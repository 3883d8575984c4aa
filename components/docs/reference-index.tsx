import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { MethodBadge } from './method-badge.tsx'
import { Prose } from './prose.tsx'
import { endpointHref, endpointsByTag, type ListedSystem } from './reference-nav.tsx'

/** One API: its summary and its endpoints. */
export const ReferenceIndex = ({ system }: { system: ListedSystem }) => (
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
                <Link href={endpointHref(system, endpoint)} className="endpoint-row">
                  <span>
                    {endpoint.summary}
                    {endpoint.deprecated && <Badge className="ml-2">deprecated</Badge>}
                  </span>
                  <span>
                    <MethodBadge method={endpoint.method} />
                    <code>{endpoint.path}</code>
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
