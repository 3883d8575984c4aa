import { differingPart } from '#lib/format/differences.ts'

/** Of a longer text the part that differs is shown, with this much of what stands before and after it. */
const wholeMax = 160
const aroundMax = 24
const partMax = 120

/** Texts that have less in common than this share are different as a whole: nothing is marked. */
const commonShareMin = 0.2

const head = (text: string): string => (text.length > aroundMax ? `…${text.slice(-aroundMax)}` : text)
const tail = (text: string): string => (text.length > aroundMax ? `${text.slice(0, aroundMax)}…` : text)
const part = (text: string): string => (text.length > partMax ? `${text.slice(0, partMax)}…` : text)

/** One of two values, with what the other does not have marked: by its ground and by a line below. */
export const ComparedValue = ({ value, other }: { value: string | undefined; other: string | undefined }) => {
  if (value === undefined) return <span className="text-muted">not there</span>
  if (value === '') return <span className="text-muted">empty</span>
  const isLong = value.length > wholeMax
  if (value === other || other === undefined)
    return (
      <span className="break-all font-mono" title={isLong ? `${value.length} characters` : undefined}>
        {isLong ? `${value.slice(0, wholeMax)}…` : value}
      </span>
    )
  const { before, a, after } = differingPart(value, other)
  const isMarked = a !== '' && before.length + after.length >= commonShareMin * value.length
  return (
    <span className="break-all font-mono" title={isLong ? `${value.length} characters` : undefined}>
      {isLong ? head(before) : before}
      {isMarked ? (
        <mark className="rounded-xs bg-warn/20 text-ink underline decoration-warn decoration-2 underline-offset-2">
          {isLong ? part(a) : a}
        </mark>
      ) : (
        a && (isLong ? part(a) : a)
      )}
      {isLong ? tail(after) : after}
    </span>
  )
}
