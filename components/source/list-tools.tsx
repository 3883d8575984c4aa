import { ExportButton } from '#components/export/export-button.tsx'
import type { Call } from '#lib/pages/question.ts'
import { exportOf } from './called-endpoint.ts'
import { SourceLink } from './source-link.tsx'

/** The tools beside the title of a list: its export, unless it failed, and its data source. */
export const ListTools = ({ title, call, hasFailed = false }: { title: string; call: Call; hasFailed?: boolean }) => (
  <>
    {!hasFailed && <ExportButton list={exportOf(call)} />}
    <SourceLink title={title} call={call} />
  </>
)
