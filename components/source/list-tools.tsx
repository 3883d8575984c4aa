import { ExportButton } from '#components/export/export-button.tsx'
import type { Call } from '#lib/pages/question.ts'
import { exportOf } from './called-endpoint.ts'
import { SourceLink } from './source-link.tsx'

/** Beside the title of a list: its export, unless it failed, and where it comes from. */
export const ListTools = ({ title, call, hasFailed = false }: { title: string; call: Call; hasFailed?: boolean }) => (
  <>
    {!hasFailed && <ExportButton list={exportOf(call)} />}
    <SourceLink title={title} call={call} />
  </>
)
