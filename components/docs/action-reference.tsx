import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { ActionReference, ActionSystem } from '#lib/api/action-reference.ts'
import { keyPlaceholder } from './example-code.ts'
import { MethodBadge } from './method-badge.tsx'
import { Prose } from './prose.tsx'
import { ParameterTable, ReferenceTable } from './reference-tables.tsx'
import { TryIt } from './try-it.tsx'

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
