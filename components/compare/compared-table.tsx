import { Panel } from '#components/ui/panel.tsx'
import type { Difference } from '#lib/format/differences.ts'
import { ComparedValue } from './compared-value.tsx'

const cell = 'min-w-0 px-4 py-2 lg:py-2.5 max-lg:flex max-lg:gap-3 max-lg:py-0.5'
const Side = ({ name }: { name: string }) => (
  <span aria-hidden className="w-3 shrink-0 font-medium text-muted text-xs leading-5 lg:hidden">
    {name}
  </span>
)

/** A part of two things: its fields, and what each of them has there. On phones one below the other. */
export const ComparedTable = ({ title, rows }: { title: string; rows: readonly Difference[] }) => (
  <Panel title={title} className="mt-4">
    <table className="block w-full text-left text-sm lg:table lg:table-fixed">
      <thead className="max-lg:sr-only">
        <tr className="border-line border-b text-muted text-xs">
          <th className="w-1/5 px-4 py-2 font-normal">Field</th>
          <th className="px-4 py-2 font-normal">A</th>
          <th className="px-4 py-2 font-normal">B</th>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map(({ path, a, b }) => (
          <tr
            key={path.join('/')}
            className="border-line border-b last:border-b-0 max-lg:block max-lg:py-2 lg:align-top"
          >
            <th
              scope="row"
              className="break-words px-4 py-2 text-left font-normal text-muted text-xs max-lg:block max-lg:py-0.5 lg:leading-5"
            >
              {path.join(' › ').replaceAll('_', ' ')}
            </th>
            <td className={cell}>
              <Side name="A" />
              <ComparedValue value={a} other={b} />
            </td>
            <td className={cell}>
              <Side name="B" />
              <ComparedValue value={b} other={a} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)
