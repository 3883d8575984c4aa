import { Link } from '#components/ui/link.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { type SourceToken, tokenKinds } from '#lib/format/source-tokens.ts'
import { keptHighlight, type SourceLanguage } from '#lib/highlight/highlight.ts'
import { linesOf, pageStarts, sourcePage } from '#lib/highlight/source-pages.ts'
import { CodeLines } from './code-lines.tsx'
import { readLineRange } from './line-range.ts'
import './code.css'

/** Makes a part of a line a token of another kind; tokens that it covers in part keep the rest. */
export const withToken = (tokens: readonly SourceToken[], [start, length, kind]: SourceToken): SourceToken[] => {
  const end = start + length
  const others = tokens.flatMap(([at, size, own]): SourceToken[] => {
    const before: SourceToken = [at, Math.min(at + size, start) - at, own]
    const after: SourceToken = [Math.max(at, end), at + size - Math.max(at, end), own]
    return [before, after].filter(([, rest]) => rest > 0)
  })
  return [...others, [start, length, kind] satisfies SourceToken].sort(([a], [b]) => a - b)
}

/** A text in a line that links elsewhere. */
export type LineLink = { line: number; text: string; href: string }

/** The lines of a source file with their numbers, highlighted here; long files are shown in parts. */
export const SourceLines = async ({
  text,
  language,
  label,
  shown,
  links = [],
  partHref,
}: {
  text: string
  language: SourceLanguage
  /** The name of the file. */
  label: string
  /** Of the URL: the marked lines, and the part of a long file. */
  shown: { lines: string | undefined; part: string | undefined }
  links?: readonly LineLink[]
  partHref: (part: string) => string
}) => {
  const lines = linesOf(text)
  const tokens = await keptHighlight(lines.join('\n'), language)
  const starts = pageStarts(lines)
  const marked = readLineRange(shown.lines)
  const index = partIndex(starts, marked?.[0], shown.part)
  const start = starts[index] ?? 0
  const page = sourcePage(lines, tokens, start, starts[index + 1] ?? lines.length)
  const targets = [...new Set(links.map(({ href }) => href))]
  const shownTokens = page.lines.map((content, line) => {
    const link = links.find((one) => one.line === page.first + line)
    const at = link ? content.indexOf(link.text) : -1
    const own = page.tokens[line] ?? []
    const linked =
      link && at !== -1 ? withToken(own, [at, link.text.length, tokenKinds.length + targets.indexOf(link.href)]) : own
    return linked.flat()
  })
  return (
    <>
      {shown.lines !== undefined && !marked && (
        <p role="alert" className="px-4 py-2 text-bad text-sm">
          lines is not a range of lines such as 12-20.
        </p>
      )}
      <CodeLines
        key={`${label} ${index} ${shown.lines ?? ''}`}
        first={page.first}
        text={page.lines.join('\n')}
        tokens={shownTokens}
        links={targets}
        marked={marked}
        label={label}
      />
      {starts.length > 1 && (
        <nav aria-label="Parts of the file" className="flex flex-wrap gap-3 border-line border-t px-4 py-2.5 text-sm">
          <span className="text-muted">
            Lines {groupedNumber(page.first)} to {groupedNumber(start + page.lines.length)} of{' '}
            {groupedNumber(lines.length)}
          </span>
          {index > 0 && (
            <Link href={partHref(String(index))} className="text-accent hover:underline">
              Previous part
            </Link>
          )}
          {index + 1 < starts.length && (
            <Link href={partHref(String(index + 2))} className="text-accent hover:underline">
              Next part
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

/** The part that a URL names by number, otherwise the one with the marked lines. */
const partIndex = (starts: readonly number[], line: number | undefined, part: string | undefined): number => {
  const named = part !== undefined && /^\d{1,5}$/.test(part) ? Number(part) : undefined
  if (named !== undefined && named >= 1 && named <= starts.length) return named - 1
  return line === undefined
    ? 0
    : Math.max(
        0,
        starts.findLastIndex((start) => start < line),
      )
}
