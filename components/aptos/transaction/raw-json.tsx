import { SourceLink } from '#components/source/source-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'

/** Longer JSON would outweigh the rest of the page: the API response is linked instead. */
const charactersMax = 12_000

/** The whole transaction as the API returns it. */
export const RawJson = ({
  value,
  apiHref,
  call,
  isOpen = false,
}: {
  value: unknown
  apiHref: string
  call: Call
  isOpen?: boolean
}) => {
  const text = JSON.stringify(value, null, 2)
  return (
    <Panel
      title="Raw"
      aside={
        <>
          <a href={apiHref} className="text-accent hover:underline">
            API response
          </a>
          {text.length <= charactersMax && <CopyButton value={text} label="Copy JSON" />}
          <SourceLink title="Raw" call={call} />
        </>
      }
    >
      {text.length > charactersMax ? (
        <p className="px-4 py-3 text-muted text-sm">
          {groupedNumber(text.length)} characters of JSON: open the API response to read them.
        </p>
      ) : (
        <details open={isOpen}>
          <summary className="list-item list-inside px-4 py-3 text-muted text-sm">Show JSON</summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
            tabIndex={0}
            className="overflow-auto border-line border-t bg-sunken px-4 py-3 font-mono text-xs leading-5"
          >
            {text}
          </pre>
        </details>
      )}
    </Panel>
  )
}
