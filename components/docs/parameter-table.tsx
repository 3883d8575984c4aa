import { Badge } from '#components/ui/badge.tsx'
import type { ParameterReference } from '#lib/api/reference/reference.ts'
import { Prose } from './prose.tsx'
import { ReferenceTable } from './reference-table.tsx'

const places = { path: 'in the path', query: 'in the query', body: 'in the body' } as const

export const ParameterTable = ({ parameters }: { parameters: readonly ParameterReference[] }) => (
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
