import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { EndpointReference as Endpoint, SystemReference } from '#lib/api/reference/reference.ts'
import { ErrorTable } from './error-table.tsx'
import { clientOf, curlOf, fetchOf } from './example-code.ts'
import { FieldTable } from './field-table.tsx'
import { MethodBadge } from './method-badge.tsx'
import { ParameterTable } from './parameter-table.tsx'
import { PathText } from './path-text.tsx'
import { Prose } from './prose.tsx'
import { TryIt } from './try-it.tsx'

/** The reference of one endpoint: its contract, example code, and a form to try it. */
export const EndpointReference = ({
  system,
  endpoint,
  origin,
}: {
  system: SystemReference
  endpoint: Endpoint
  origin: string
}) => (
  <article className="grid grid-cols-1 gap-4">
    <div>
      <PageTitle
        kind={endpoint.summary}
        aside={endpoint.tag === system.title ? system.title : `${system.title} · ${endpoint.tag}`}
      >
        <MethodBadge method={endpoint.method} />
        <code className="min-w-0 font-mono text-sm">
          <PathText path={endpoint.path} />
        </code>
        <CopyButton value={endpoint.path} label="Copy path" />
        {endpoint.deprecated && <Badge tone="warn">deprecated</Badge>}
      </PageTitle>
      <p className="max-w-prose text-sm leading-6">
        <Prose>{endpoint.description}</Prose>
      </p>
      {endpoint.aliases.length > 0 && (
        <p className="mt-2 text-muted text-sm">
          Also available at <Prose>{endpoint.aliases.map((path) => `\`${path}\``).join(', ')}</Prose>.
        </p>
      )}
    </div>
    {endpoint.parameters.length > 0 && (
      <Panel title="Parameters">
        <ParameterTable parameters={endpoint.parameters} />
      </Panel>
    )}
    <Panel title="Try it" aside="Calls this server">
      <TryIt
        method={endpoint.method}
        path={endpoint.path}
        example={endpoint.example.input}
        parameters={endpoint.parameters.map(({ name, place, type, list, required, words, accepts }) => ({
          name,
          type,
          list,
          required,
          words,
          accepts,
          long: place === 'body' && type === 'string' && words.length === 0,
        }))}
      />
    </Panel>
    <Panel title="Response" aside={`Status ${endpoint.success}`}>
      <FieldTable fields={endpoint.fields} />
    </Panel>
    <Panel title="Example response" aside="Sample values">
      <div className="p-4">
        <RawText label="Copy response" value={JSON.stringify(endpoint.example.output, null, 2)} />
      </div>
    </Panel>
    <Panel title="Code">
      <div className="grid grid-cols-1 gap-4 p-4">
        {[
          ['curl', curlOf(endpoint, origin)],
          ['TypeScript with fetch', fetchOf(endpoint, origin)],
          ["TypeScript with this repository's typed client", clientOf(system, endpoint, origin)],
        ].map(([title = '', code = '']) => (
          <div key={title}>
            <h3 className="mb-1.5 text-muted text-xs">{title}</h3>
            <RawText label={`Copy ${title}`} value={code} />
          </div>
        ))}
      </div>
    </Panel>
    <Panel title="Errors">
      <ErrorTable errors={endpoint.errors} />
    </Panel>
  </article>
)
