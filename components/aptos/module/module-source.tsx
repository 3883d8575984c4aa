import { SourceLines } from '#components/code/source-lines.tsx'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { AptosModule } from '#lib/aptos/account/contract.ts'
import type { Call } from '#lib/pages/question.ts'

/** The source that was stored with a module's package. */
export const ModuleSource = ({
  module: { name, source, source_note },
  shown,
  partHref,
  call,
}: {
  module: AptosModule
  shown: { lines: string | undefined; part: string | undefined }
  partHref: (part: string) => string
  call: Call
}) => (
  <Panel
    title="Source"
    aside={
      <>
        {source !== null && (
          <TextTools address={calledUrl(call) ?? ''} path={['source']} name={`${name}.move`} noun="source" />
        )}
        <SourceLink title="Source" call={call} />
      </>
    }
  >
    {source === null ? (
      <EmptyState title="No source">{source_note}</EmptyState>
    ) : (
      <>
        <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
          As the publisher stored it. It was not compiled and compared with the bytecode.
        </p>
        <SourceLines text={source} language="move" label={`${name}.move`} shown={shown} partHref={partHref} />
      </>
    )}
  </Panel>
)
