import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type {
  EndpointReference as Endpoint,
  ErrorReference,
  FieldReference,
  SystemReference,
} from '#lib/api/reference.ts'
import { curlOf, exampleClientOf, fetchOf } from './example-code.ts'
import { Prose } from './prose.tsx'
import { MethodBadge, ParameterTable, PathText, ReferenceTable } from './reference-tables.tsx'
import { TryIt } from './try-it.tsx'

const presence = ({ nullable, optional }: FieldReference): string =>
  [nullable && 'may be null', optional && 'may be absent'].filter(Boolean).join(', ')

/** Nesting depth: `result[].media.status` is two deep. */
const depthOf = (path: string): number => path.split('.').length - 1

/** The fields of a response in their order, each below its parent and indented. */
const FieldTable = ({ fields }: { fields: readonly FieldReference[] }) => (
  <ReferenceTable label="Response fields" columns={['Field', 'Type and meaning']}>
    {fields.map((field) => (
      <tr key={field.path}>
        <td className="whitespace-nowrap">
          <code
            title={field.path}
            className="font-mono text-xs leading-5"
            style={{ paddingInlineStart: `${depthOf(field.path)}rem` }}
          >
            {field.path.slice(field.path.lastIndexOf('.') + 1)}
          </code>
        </td>
        <td className="w-full min-w-36 [overflow-wrap:anywhere]">
          <p className="flex flex-wrap gap-x-2 text-xs leading-5">
            {field.type}
            {presence(field) && <span className="text-muted">{presence(field)}</span>}
          </p>
          {field.description && (
            <p className="max-w-prose">
              <Prose>{field.description}</Prose>
            </p>
          )}
        </td>
      </tr>
    ))}
  </ReferenceTable>
)

const ErrorTable = ({ errors }: { errors: readonly ErrorReference[] }) => (
  <ReferenceTable label="Errors" columns={['Status and code', 'Cause and body']}>
    {errors.map(({ code, status, when, body }) => (
      <tr key={code}>
        <td className="whitespace-nowrap font-mono text-xs leading-5">
          {status}
          <div className="text-muted">{code}</div>
        </td>
        <td className="w-full min-w-36 [overflow-wrap:anywhere]">
          <p>
            <Prose>{when}</Prose>
          </p>
          <details>
            <summary className="w-fit text-muted text-xs leading-5 hover:text-accent">Example body</summary>
            <pre className="mt-1 max-w-prose whitespace-pre-wrap break-words font-mono text-xs leading-5">
              {JSON.stringify(body, null, 2)}
            </pre>
          </details>
        </td>
      </tr>
    ))}
  </ReferenceTable>
)

const EndpointHeading = ({ system, endpoint }: { system: SystemReference; endpoint: Endpoint }) => (
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
    {system.isForPages && (
      <p className="mt-2 max-w-prose text-muted text-sm">
        Only pages of this site can call it: the session cookie of the visitor takes the place of a key.
      </p>
    )}
    {endpoint.aliases.length > 0 && (
      <p className="mt-2 text-muted text-sm">
        Also available at <Prose>{endpoint.aliases.map((path) => `\`${path}\``).join(', ')}</Prose>.
      </p>
    )}
  </div>
)

const CodeSamples = ({ system, endpoint, origin }: { system: SystemReference; endpoint: Endpoint; origin: string }) => (
  <Panel title="Code">
    <div className="grid grid-cols-1 gap-4 p-4">
      {[
        ['curl', curlOf(endpoint, origin)],
        ['TypeScript with fetch', fetchOf(endpoint, origin)],
        ["TypeScript with this repository's typed client", exampleClientOf(system, endpoint, origin)],
      ].map(([title = '', code = '']) => (
        <div key={title}>
          <h3 className="mb-1.5 text-muted text-xs">{title}</h3>
          <RawText label={`Copy ${title}`} value={code} />
        </div>
      ))}
    </div>
  </Panel>
)

/** What a browser needs to send the request. */
const routeOf = ({ method, path, inQuery, wholeBody }: Endpoint) => ({ method, path, inQuery, wholeBody })

/** The reference of one endpoint: its contract, example code, and a form to try it. */
export const EndpointReferenceView = ({
  system,
  endpoint,
  origin,
}: {
  system: SystemReference
  endpoint: Endpoint
  origin: string
}) => (
  <article className="grid grid-cols-1 gap-4">
    <EndpointHeading system={system} endpoint={endpoint} />
    {endpoint.parameters.length > 0 && (
      <Panel title="Parameters">
        <ParameterTable parameters={endpoint.parameters} />
      </Panel>
    )}
    <Panel title="Try it" aside="Calls this server">
      <TryIt
        takesKey={!system.isForPages}
        route={routeOf(endpoint)}
        example={endpoint.example.input}
        parameters={endpoint.parameters.map(({ name, place, type, list, isJson, required, words, accepts }) => ({
          name,
          type,
          list,
          required,
          words,
          accepts,
          long: place === 'body' && (type === 'string' || isJson) && words.length === 0,
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
    {!system.isForPages && <CodeSamples system={system} endpoint={endpoint} origin={origin} />}
    <Panel title="Errors">
      <ErrorTable errors={endpoint.errors} />
    </Panel>
  </article>
)
