import type { Call } from '#lib/pages/question.ts'
import { calledUrl } from './called-endpoint.ts'
import { SourceLink } from './source-link.tsx'

/** The tools beside the title of a part that shows one record: the record in the API, and its data source. */
export const RecordAside = ({ title, call }: { title: string; call: Call }) => (
  <>
    <a href={calledUrl(call)} className="text-accent hover:underline">
      View JSON
    </a>
    <SourceLink title={title} call={call} />
  </>
)
