import { Badge } from '#components/ui/badge.tsx'
import type { ParameterReference } from '#lib/api/reference.ts'
import { Prose } from './prose.tsx'
import { ReferenceTable } from './reference-table.tsx'

const places = { path: 'path', query: 'query', body: 'body' } as const

export const ParameterTable = ({ parameters }: { parameters: readonly ParameterReference[] }) => (
  <ReferenceTable label="Parameters" columns={['Name', 'In', 'Type', 'Default', 'Meaning and accepted form']}>
    {parameters.map(({ name, place, type, required, fallback, description, accepts }) => (
      <tr key={name}>
        <td className="whitespace-nowrap">
          <code className="font-medium font-mono text-xs">{name}</code>
          {required && (
            <Badge tone="warn" className="ml-2">
              required
            </Badge>
          )}
        </td>
        <td className="text-muted">{places[place]}</td>
        <td className="whitespace-nowrap">{type}</td>
        <td className="whitespace-nowrap font-mono text-xs leading-5">
          {fallback === undefined ? '' : String(fallback)}
        </td>
        <td className="min-w-72">
          {description && (
            <p>
              <Prose>{description}</Prose>
            </p>
          )}
          <p className="text-muted text-xs leading-5">Accepted: {accepts}.</p>
        </td>
      </tr>
    ))}
  </ReferenceTable>
)
