import type { FieldReference } from '#lib/api/reference/reference.ts'
import { Prose } from './prose.tsx'
import { ReferenceTable } from './reference-table.tsx'

const presence = ({ nullable, optional }: FieldReference): string =>
  [nullable && 'may be null', optional && 'may be absent'].filter(Boolean).join(', ')

/** Nesting depth: `result[].media.status` is two deep. */
const depthOf = (path: string): number => path.split('.').length - 1

/** The fields of a response in their order, each below its parent and indented. */
export const FieldTable = ({ fields }: { fields: readonly FieldReference[] }) => (
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
