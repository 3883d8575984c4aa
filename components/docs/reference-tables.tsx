import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { ActionParameterReference, ActionReference, ActionSystem } from '#lib/api/action-reference.ts'
import type { EndpointReference } from '#lib/api/reference.ts'
import { keyPlaceholder } from './example-code.ts'
import { Prose } from './prose.tsx'
import { TryIt } from './try-it.tsx'

export const MethodBadge = ({ method }: Pick<EndpointReference, 'method'>) => (
  <Badge tone={method === 'GET' ? 'good' : 'accent'} className="font-mono">
    {method}
  </Badge>
)

/** A table that scrolls inside itself, so that a page is never wider than the screen. */
export const ReferenceTable = ({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly string[]
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section aria-label={`${label} table`} tabIndex={0} className="overflow-x-auto">
    <table className="w-full text-left align-top text-sm">
      <thead className="border-line border-b text-muted text-xs">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-3 py-2 font-normal sm:px-4">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line [&_td]:px-3 [&_td]:py-2 [&_td]:align-top sm:[&_td]:px-4">{children}</tbody>
    </table>
  </section>
)

const places = { path: 'in the path', query: 'in the query', body: 'in the body' } as const

export const ParameterTable = ({ parameters }: { parameters: readonly ActionParameterReference[] }) => (
  <ReferenceTable label="Parameters" columns={['Name', 'Type, meaning and accepted values']}>
    {parameters.map(({ name, place, type, required, fallback, description, accepts }) => (
      <tr key={name}>
        <td className="whitespace-nowrap">
          <code className="font-medium font-mono text-xs">{name}</code>
          {required && (
            <div className="mt-0.5">
              <Badge tone="warn">required</Badge>
            </div>
          )}
        </td>
        <td className="w-full min-w-36 [overflow-wrap:anywhere]">
          <p className="flex flex-wrap gap-x-2 text-muted text-xs leading-5">
            <span className="text-ink">{type}</span>
            <span>{places[place]}</span>
            {fallback !== undefined && (
              <span>
                default <code className="font-mono text-ink">{String(fallback)}</code>
              </span>
            )}
          </p>
          {description && (
            <p className="max-w-prose">
              <Prose>{description}</Prose>
            </p>
          )}
          <p className="max-w-prose text-muted text-xs leading-5">Accepted: {accepts}.</p>
        </td>
      </tr>
    ))}
  </ReferenceTable>
)

/** A path with highlighted parameters; it may wrap after each slash. */
export const PathText = ({ path }: { path: string }) =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one path never change places
      <span key={index}>
        /<wbr />
        {part.startsWith(':') ? <span className="text-accent">{part}</span> : part}
      </span>
    ))

/** The path at which a form on this site asks: without `chainid`, the first chain is meant. */
const formPath = '/api'

const curlOf = ({ method, example }: ActionReference, origin: string): string => {
  const sent = new URLSearchParams({ ...example.input, apikey: keyPlaceholder })
  return method === 'POST' ? `curl ${origin}${formPath} \\\n  -d '${sent}'` : `curl '${origin}${formPath}?${sent}'`
}

/** The reference of one action: its parameters, what it returns, an example from the demo ledger, and a form to try it. */
export const ActionReferenceView = ({
  system,
  action,
  origin,
}: {
  system: ActionSystem
  action: ActionReference
  origin: string
}) => (
  <article className="grid grid-cols-1 gap-4">
    <div>
      <PageTitle kind={action.summary} aside={`${system.title} · ${action.tag}`}>
        <MethodBadge method={action.method} />
        <code className="min-w-0 break-all font-mono text-sm">{action.path}</code>
        <CopyButton value={action.path} label="Copy path" />
      </PageTitle>
      {action.description && (
        <p className="max-w-prose text-sm leading-6">
          <Prose>{action.description}</Prose>
        </p>
      )}
      <p className="mt-2 max-w-prose text-sm leading-6">
        <Prose>{`The result: ${action.result}`}</Prose>
      </p>
      <p className="mt-2 text-muted text-sm">Answered by the {action.source}.</p>
    </div>
    <Panel title="Parameters">
      <ParameterTable parameters={action.parameters} />
    </Panel>
    {action.method === 'GET' && (
      <Panel title="Try it" aside="Calls this server">
        <TryIt
          takesKey
          route={{ method: 'GET', path: formPath }}
          example={action.example.input}
          parameters={action.parameters.map(({ name, type, list, required, words, accepts }) => ({
            ...{ name, type, list, required, words, accepts },
            long: false,
          }))}
        />
      </Panel>
    )}
    <Panel title="Example" aside="From the demo ledger">
      <div className="grid grid-cols-1 gap-4 p-4">
        <RawText label="Copy command" value={curlOf(action, origin)} />
        <RawText label="Copy response" value={JSON.stringify(action.example.output, null, 2)} />
      </div>
    </Panel>
  </article>
)

/** Where an API of actions is answered, and what it has no true answer for. */
export const ActionDoors = ({ system }: { system: ActionSystem }) => (
  <div className="mt-4 grid grid-cols-1 gap-4">
    <Panel title="Addresses">
      <ReferenceTable label="Addresses" columns={['Path', 'Chain']}>
        {system.doors.map(([path, note]) => (
          <tr key={path}>
            <td className="whitespace-nowrap font-mono text-xs">{path}</td>
            <td className="w-full">
              <Prose>{note}</Prose>
            </td>
          </tr>
        ))}
      </ReferenceTable>
    </Panel>
    <Panel title="Not answered">
      <ReferenceTable label="Not answered" columns={['Action', 'Reason']}>
        {system.unanswered.map(([name, reason]) => (
          <tr key={name}>
            <td className="whitespace-nowrap font-mono text-xs">{name}</td>
            <td className="w-full">{reason}</td>
          </tr>
        ))}
      </ReferenceTable>
    </Panel>
  </div>
)
