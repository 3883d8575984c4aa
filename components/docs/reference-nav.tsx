import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { EndpointReference, SystemReference } from '#lib/api/reference.ts'
import { keyPlaceholder } from './example-code.ts'
import { Prose } from './prose.tsx'
import { MethodBadge } from './reference-tables.tsx'

/** An API as lists of its endpoints need it. */
type ListedEndpoint = Pick<EndpointReference, 'name' | 'summary' | 'tag' | 'method' | 'path' | 'deprecated'>
type ListedSystem = Pick<SystemReference, 'name' | 'title' | 'summary' | 'basePath'> & {
  endpoints: readonly ListedEndpoint[]
}

export const endpointHref = (system: Pick<SystemReference, 'name'>, endpoint: Pick<EndpointReference, 'name'>) =>
  `/docs/${system.name}/${endpoint.name}`

/** An API's endpoints by tag, in the order of the contract. */
const endpointsByTag = ({ endpoints }: ListedSystem): [string, ListedEndpoint[]][] => [
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
const ReferenceNav = (props: NavProps) => (
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

/** `current` is the path of the current page. */
export const ReferenceLayout = ({
  systems,
  current,
  children,
}: {
  systems: readonly ListedSystem[]
  current?: string
  children: ReactNode
}) => (
  <div className="flex flex-col gap-4 lg:flex-row lg:gap-10">
    <ReferenceNav systems={systems} current={current} />
    <div className="min-w-0 grow">{children}</div>
  </div>
)

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

const rules = [
  [
    'Keys',
    `Send your key as \`X-API-Key: ${keyPlaceholder}\`, or as \`Authorization: Bearer ${keyPlaceholder}\`. Keys are set by the operator of this server or created on the account page. The forms on these pages need none.`,
  ],
  [
    'Pages',
    'A paged response has a `cursor`. Send it back unchanged, with the same parameters, to get the next page; it is null on the last page. Lists run from newest to oldest, so new rows do not shift later pages.',
  ],
  [
    'Lists',
    'A list parameter is written as `a=1&a=2`, `a[]=1&a[]=2` or `a[0]=1&a[1]=2`, with or without percent-encoding. Unknown parameters are ignored; empty ones count as omitted.',
  ],
  [
    'Exports',
    'Any list can be exported in full, as a stream: `/api/export/csv/…` or `/api/export/jsonl/…`, followed by the path after `/api` and its parameters. `limit` is ignored. CSV has the columns of the record, times in UTC, JSON text for lists, and an apostrophe before text that a spreadsheet would run as a formula; JSON Lines has each record unchanged. If the export fails partway, CSV is cut off and JSON Lines ends with `{"error":…}`. Two exports may run at once per key.',
  ],
  [
    'Headers',
    '`X-Spyglass-Source` is the source of the response: `index`, `hosted` or `demo`. `X-Spyglass-Indexed` is the position of this server’s index, such as `block 1082` or `version 816`: the response reflects at least this position. `Server-Timing` is the processing time.',
  ],
  [
    'Pages as data',
    'Every page of the explorer is also available as data: append `.json`, `.csv` or `.md` to its path, or send `Accept: text/markdown`. The JSON names the request behind each part. For a wallet on all chains, `rows` contains the newest rows of all chains, up to `limit`; `facts` and `data` say for each chain whether it responded, failed or is missing, and why. No key is needed; visitor limits apply.',
  ],
  [
    'Numbers',
    'Amounts, block numbers and other large numbers are decimal strings; small counts and indexes are JSON numbers. Addresses and hashes are lower-case hex. Times are ISO 8601 in UTC.',
  ],
  [
    'Errors',
    'An error has an HTTP status, a `message` for people, a `code` for programs, and in `details` all invalid parameters. `X-Request-Id` identifies the request in the server log. Retry 429, 502, 503 and 504 after the time in `Retry-After`.',
  ],
] as const

/** Conventions of all endpoints, and a first request. */
export const ReferenceIntroduction = ({ systems, origin }: { systems: readonly ListedSystem[]; origin: string }) => (
  <div className="grid grid-cols-1 gap-4">
    <Panel title="Get started">
      <div className="grid grid-cols-1 gap-3 p-4 text-sm">
        <RawText
          label="Copy command"
          value={`curl '${origin}/api/explorer/evm/chains' -H 'X-API-Key: ${keyPlaceholder}'`}
        />
        <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
          {systems.map(({ name, title, basePath }) => (
            <div key={name} className="contents">
              <dt className="text-muted">{title}</dt>
              <dd className="min-w-0 break-all font-mono text-xs leading-5">{origin + basePath}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted">
          Machine-readable:{' '}
          <a href="/api/openapi.json" className="text-accent underline">
            OpenAPI 3.1 document
          </a>
          . For assistants:{' '}
          <Link href="/docs/mcp" className="text-accent underline">
            MCP server
          </Link>
        </p>
      </div>
    </Panel>
    <Panel title="Conventions">
      <dl className="divide-y divide-line text-sm">
        {rules.map(([title, rule]) => (
          <div key={title} className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[6rem_1fr]">
            <dt className="font-medium">{title}</dt>
            <dd className="max-w-prose">
              <Prose>{rule}</Prose>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  </div>
)
