import { SourceLines } from '#components/code/source-lines.tsx'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import type { EvmSourceFile } from '#lib/evm/contract/code-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { SourceLanguage } from '#lib/highlight/highlight.ts'
import type { Call } from '#lib/pages/question.ts'

const pathMax = 200

/** The file's own name decides: JSON and Vyper interfaces may be among the sources of a contract. */
const languageOf = ({ path, language }: EvmSourceFile): SourceLanguage => {
  if (path.endsWith('.json')) return 'json'
  return language === 'Vyper' || path.endsWith('.vy') || path.endsWith('.vyi') ? 'vyper' : 'solidity'
}

/** A source file of a contract, whose imports link to their files. */
export const SourceView = ({
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
}) => (
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
    <SourceLines
      text={file.text}
      language={languageOf(file)}
      label={cutText(file.path, pathMax)}
      shown={shown}
      links={file.imports.map(({ line, path, file: target }) => ({ line, text: path, href: hrefOf({ file: target }) }))}
      partHref={(part) => hrefOf({ file: file.path, part })}
    />
  </div>
)
