import { Link } from '#components/ui/link.tsx'
import type { EndpointReference, SystemReference } from '#lib/api/reference.ts'

/** An API as lists of its endpoints need it. */
export type ListedEndpoint = Pick<EndpointReference, 'name' | 'summary' | 'tag' | 'method' | 'path' | 'deprecated'>
export type ListedSystem = Pick<SystemReference, 'name' | 'title' | 'summary' | 'basePath'> & {
  endpoints: readonly ListedEndpoint[]
}

export const endpointHref = (system: Pick<SystemReference, 'name'>, endpoint: Pick<EndpointReference, 'name'>) =>
  `/docs/${system.name}/${endpoint.name}`

/** An API's endpoints by tag, in the order of the contract. */
export const endpointsByTag = ({ endpoints }: ListedSystem): [string, ListedEndpoint[]][] => [
  ...Map.groupBy(endpoints, ({ tag }) => tag),
]

/** Whether a page is about an API or one of its endpoints: only that one is unfolded. */
const isIn = (page: string | undefined, { name }: ListedSystem): boolean =>
  page === `/docs/${name}` || page?.startsWith(`/docs/${name}/`) === true

type NavProps = { systems: readonly ListedSystem[]; current?: string }

const NavList = ({ systems, current }: NavProps) => (
  <ul className="grid gap-5 text-sm">
    {systems.map((system) => (
      <li key={system.name}>
        <Link href={`/docs/${system.name}`} className="font-semibold hover:text-accent">
          {system.title}
        </Link>
        {(isIn(current, system) ? endpointsByTag(system) : []).map(([tag, endpoints]) => (
          <div key={tag} className="mt-2">
            {tag !== system.title && <p className="text-muted text-xs">{tag}</p>}
            <ul className="mt-1 border-line border-l">
              {endpoints.map((endpoint) => {
                const href = endpointHref(system, endpoint)
                const isCurrent = href === current
                return (
                  <li key={endpoint.name}>
                    <Link href={href} aria-current={isCurrent ? 'page' : undefined} className="side-link">
                      {endpoint.summary}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </li>
    ))}
  </ul>
)

/** All APIs, and the endpoints of the current one: a column beside the page, or a collapsible list above it on narrow screens. */
export const ReferenceNav = (props: NavProps) => (
  <>
    <details className="rounded-xl border border-line bg-surface lg:hidden">
      <summary className="px-4 py-2.5 font-medium text-sm">All endpoints</summary>
      <nav aria-label="Endpoints" className="max-h-96 overflow-y-auto border-line border-t px-4 py-3">
        <NavList {...props} />
      </nav>
    </details>
    <nav
      aria-label="Endpoints"
      className="sticky top-18 hidden max-h-[calc(100dvh-5rem)] w-60 shrink-0 self-start overflow-y-auto pb-4 lg:block"
    >
      <NavList {...props} />
    </nav>
  </>
)
