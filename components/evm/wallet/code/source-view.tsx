import { calledUrl } from '#components/source/called-endpoint.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { Link } from '#components/ui/link.tsx'
import type { EvmSourceFile } from '#lib/evm/contract/explorer/api.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { tokenKinds } from '#lib/format/source-tokens.ts'
import type { SourceLanguage } from '#lib/highlight/highlight.ts'
import { keptHighlight } from '#lib/highlight/kept-highlights.ts'
import { linesOf, pageStarts, sourcePage } from '#lib/highlight/source-pages.ts'
import type { Call } from '#lib/pages/question.ts'
import { CodeLines } from './code-lines.tsx'
import { readLineRange } from './line-range.ts'
import { withToken } from './linked-tokens.ts'
import './code.css'

const pathMax = 200

/** The file's own name decides: JSON and Vyper interfaces may be among the sources of a contract. */
const languageOf = ({ path, language }: EvmSourceFile): SourceLanguage => {
  if (path.endsWith('.json')) return 'json'
  return language === 'Vyper' || path.endsWith('.vy') || path.endsWith('.vyi') ? 'vyper' : 'solidity'
}

/** A source file with line numbers, highlighted here; long files are shown in parts. */
export const SourceView = async ({
  file,
  call,
  shown,
  hrefOf,
}: {
  file: EvmSourceFile
  call: Call
  /** Of the URL: the marked lines, and the part of a long file. */
  shown: { lines: string | undefined; part: string | undefined }
  hrefOf: (filters: { file?: string; part?: string; lines?: string }) => string
}) => {
  const lines = linesOf(file.text)
  const tokens = await keptHighlight(lines.join('\n'), languageOf(file))
  const starts = pageStarts(lines)
  const marked = readLineRange(shown.lines)
  const index = partIndex(starts, marked?.[0], shown.part)
  const start = starts[index] ?? 0
  const page = sourcePage(lines, tokens, start, starts[index + 1] ?? lines.length)
  const targets = [...new Set(file.imports.map((one) => one.file))]
  const shownTokens = page.lines.map((text, line) => {
    const imported = file.imports.find((one) => one.line === page.first + line)
    const at = imported ? text.indexOf(imported.path) : -1
    const own = page.tokens[line] ?? []
    const linked =
      imported && at !== -1
        ? withToken(own, [at, imported.path.length, tokenKinds.length + targets.indexOf(imported.file)])
        : own
    return linked.flat()
  })
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-xs">
        <h3 className="wrap-anywhere font-mono">{cutText(file.path, pathMax)}</h3>
        <span className="flex flex-wrap items-center gap-3 text-muted">
          {groupedNumber(file.lines)} lines, {byteSize(file.bytes)}
          <TextTools
            address={calledUrl(call) ?? ''}
            path={['text']}
            name={file.path.slice(file.path.lastIndexOf('/') + 1)}
            noun="file"
          />
          <SourceLink title="Source file" call={call} />
        </span>
      </div>
      {shown.lines !== undefined && !marked && (
        <p role="alert" className="px-4 py-2 text-bad text-sm">
          lines is not a range of lines such as 12-20.
        </p>
      )}
      <CodeLines
        key={`${file.path} ${index} ${shown.lines ?? ''}`}
        first={page.first}
        text={page.lines.join('\n')}
        tokens={shownTokens}
        links={targets.map((target) => hrefOf({ file: target }))}
        marked={marked}
        label={cutText(file.path, pathMax)}
      />
      {starts.length > 1 && (
        <nav aria-label="Parts of the file" className="flex flex-wrap gap-3 border-line border-t px-4 py-2.5 text-sm">
          <span className="text-muted">
            Lines {groupedNumber(page.first)} to {groupedNumber(start + page.lines.length)} of{' '}
            {groupedNumber(lines.length)}
          </span>
          {index > 0 && (
            <Link href={hrefOf({ file: file.path, part: String(index) })} className="text-accent hover:underline">
              Previous part
            </Link>
          )}
          {index + 1 < starts.length && (
            <Link href={hrefOf({ file: file.path, part: String(index + 2) })} className="text-accent hover:underline">
              Next part
            </Link>
          )}
        </nav>
      )}
    </div>
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
