import type { FieldReference } from '#lib/api/reference.ts'
import { Prose } from './prose.tsx'
import { ReferenceTable } from './reference-table.tsx'

const presence = ({ nullable, optional }: FieldReference): string =>
  [nullable && 'may be null', optional && 'may be absent'].filter(Boolean).join(', ')

/** The fields of an answer, flattened: `result[].token_id` is a field of each record. */
export const FieldTable = ({ fields }: { fields: readonly FieldReference[] }) => (
  <ReferenceTable label="Fields of the answer" columns={['Field', 'Type', 'Presence', 'Meaning']}>
    {fields.map((field) => (
      <tr key={field.path}>
        <td className="whitespace-nowrap font-mono text-xs leading-5">
          <FieldPath path={field.path} />
        </td>
        <td className="whitespace-nowrap">{field.type}</td>
        <td className="whitespace-nowrap text-muted">{presence(field)}</td>
        <td className="min-w-56">
          <Prose>{field.description}</Prose>
        </td>
      </tr>
    ))}
  </ReferenceTable>
)

/** The last name is what a reader looks for; where it is stands back. */
const FieldPath = ({ path }: { path: string }) => {
  const end = path.lastIndexOf('.') + 1
  return (
    <>
      <span className="text-muted">{path.slice(0, end)}</span>
      {path.slice(end)}
    </>
  )
}
