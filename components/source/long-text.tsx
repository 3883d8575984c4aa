import { RawText } from '#components/ui/raw-text.tsx'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'
import { calledUrl } from './called-endpoint.ts'
import type { TextPath } from './text-at.ts'
import { WholeText } from './whole-text.tsx'

/** Maximum length of a text on a page. */
const shownMax = 3_900

/** A text of any length: the page contains its start, and the rest is fetched on request. */
export const LongText = ({
  value,
  call,
  path,
  shown = shownMax,
  ...raw
}: {
  value: string
  /** The request whose response has the text, and its path there. */
  call: Call
  path: TextPath
  label: string
  wrap?: boolean
  className?: string
  shown?: number
}) => {
  const address = calledUrl(call)
  if (value.length <= shown) return <RawText {...raw} value={cutText(value, shown)} />
  return (
    <WholeText {...raw} address={address} path={path} size={byteSize(value.length)}>
      <RawText value={cutText(value, shown)} label="Copy visible part" wrap={raw.wrap} />
    </WholeText>
  )
}
