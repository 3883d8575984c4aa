import type { ErrorReference } from '#lib/api/reference.ts'
import { Prose } from './prose.tsx'
import { ReferenceTable } from './reference-table.tsx'

export const ErrorTable = ({ errors }: { errors: readonly ErrorReference[] }) => (
  <ReferenceTable label="Errors" columns={['Status', 'Code', 'When', 'Body']}>
    {errors.map(({ code, status, when, body }) => (
      <tr key={code}>
        <td className="font-mono text-xs leading-5">{status}</td>
        <td className="whitespace-nowrap font-mono text-xs leading-5">{code}</td>
        <td className="min-w-56">
          <Prose>{when}</Prose>
        </td>
        <td className="min-w-80">
          <details>
            <summary className="w-fit text-muted text-xs leading-5 hover:text-accent">Example</summary>
            <pre className="mt-1 max-w-prose whitespace-pre-wrap break-words font-mono text-xs leading-5">
              {JSON.stringify(body, null, 2)}
            </pre>
          </details>
        </td>
      </tr>
    ))}
  </ReferenceTable>
)
