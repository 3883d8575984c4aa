import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import type { ActionParameterReference } from '#lib/api/action-reference.ts'
import { Prose } from './prose.tsx'

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
