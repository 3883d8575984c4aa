import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'

const propertiesMax = 60

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The properties of a token's latest property version, one card each. */
export const TokenProperties = ({
  properties,
  call,
}: {
  properties: Readonly<Record<string, unknown>>
  call: Call
}) => {
  const all = Object.entries(properties)
  return (
    <Panel
      title="Properties"
      aside={
        <>
          {all.length > 0 && all.length}
          <SourceLink title="Properties" call={call} />
        </>
      }
    >
      {all.length === 0 ? (
        <EmptyState title="No properties">No properties are stored with this token.</EmptyState>
      ) : (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2 p-4">
          {all.slice(0, propertiesMax).map(([name, value]) => (
            <div key={name} className="min-w-0 rounded-lg border border-line bg-sunken px-3 py-2">
              <dt className="truncate text-muted text-xs" title={name}>
                <bdi>{name}</bdi>
              </dt>
              <dd className="wrap-anywhere max-h-40 overflow-y-auto font-medium text-sm">
                <bdi>{cutText(textOf(value))}</bdi>
              </dd>
            </div>
          ))}
          {all.length > propertiesMax && (
            <div className="self-center text-muted text-sm">{all.length - propertiesMax} more</div>
          )}
        </dl>
      )}
    </Panel>
  )
}
