import type { ErrorReference } from '#lib/api/reference/reference.ts'
import { Prose } from './prose.tsx'
import { ReferenceTable } from './reference-table.tsx'

export const ErrorTable = ({ errors }: { errors: readonly ErrorReference[] }) => (
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
