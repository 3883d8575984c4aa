import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLines } from '#components/code/source-lines.tsx'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractCode, EvmSourceFile } from '#lib/evm/contract/code-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { byteSize } from '#lib/format/byte-size.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { SourceLanguage } from '#lib/highlight/highlight.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

/** A folder of source files. */
type Folder = { name: string; folders: Folder[]; files: { name: string; path: string }[] }

const depthMax = 32

/** Groups paths by their folders. A folder whose only entry is a folder takes its name in, as in `@openzeppelin/contracts`. */
export const folderOf = (paths: readonly string[]): Folder => {
  const root: Folder = { name: '', folders: [], files: [] }
  // What the author wrote comes before what it depends on.
  for (const path of [...paths].sort((a, b) => Number(isDependency(a)) - Number(isDependency(b)) || (a < b ? -1 : 1))) {
    const parts = path.split('/', depthMax)
    const name = path.slice(parts.slice(0, -1).join('/').length + (parts.length > 1 ? 1 : 0))
    let folder = root
    for (const part of parts.slice(0, -1)) {
      let next = folder.folders.find((one) => one.name === part)
      if (!next) {
        next = { name: part, folders: [], files: [] }
        folder.folders.push(next)
      }
      folder = next
    }
    folder.files.push({ name, path })
  }
  return { ...root, folders: root.folders.map(joined) }
}

const isDependency = (path: string): boolean => /^(@|lib\/|npm\/|node_modules\/|https?:)/.test(path)

const joined = ({ name, folders, files }: Folder): Folder => {
  const [only] = folders
  if (only && folders.length === 1 && files.length === 0) return joined({ ...only, name: `${name}/${only.name}` })
  return { name, folders: folders.map(joined), files }
}

const filesMax = 300
const nameMax = 120

/** The source files as a tree of folders; folders with one entry share a line with it. */
const SourceTree = ({
  paths,
  shown,
  hrefOf,
}: {
  paths: readonly string[]
  shown: string
  hrefOf: (path: string) => string
}) => {
  const listed = paths.slice(0, filesMax)
  if (!listed.includes(shown) && paths.includes(shown)) listed.push(shown)
  const branch = ({ folders, files }: Folder) => (
    <ul className="grid gap-px [&_ul]:ml-2 [&_ul]:border-line [&_ul]:border-l [&_ul]:pl-2">
      {folders.map((folder) => (
        <li key={folder.name}>
          <span className="wrap-anywhere block py-0.5 text-muted">{cutText(folder.name, nameMax)}/</span>
          {branch(folder)}
        </li>
      ))}
      {files.map(({ name, path }) => (
        <li key={path}>
          <Link
            href={hrefOf(path)}
            keepScroll
            aria-current={path === shown ? 'true' : undefined}
            className="wrap-anywhere block rounded px-1 py-0.5 hover:text-accent aria-[current]:bg-sunken aria-[current]:font-medium"
          >
            {cutText(name, nameMax)}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Source files" className="p-3 text-xs leading-5">
      {branch(folderOf(listed))}
      {paths.length > listed.length && (
        <p className="pt-2 text-muted">and {counted(paths.length - listed.length, 'more file')} in the API</p>
      )}
    </nav>
  )
}

const pathMax = 200

/** The file's own name decides: JSON and Vyper interfaces may be among the sources of a contract. */
const languageOf = ({ path, language }: EvmSourceFile): SourceLanguage => {
  if (path.endsWith('.json')) return 'json'
  return language === 'Vyper' || path.endsWith('.vy') || path.endsWith('.vyi') ? 'vyper' : 'solidity'
}

/** A source file of a contract, whose imports link to their files. */
const SourceView = ({
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

type Shown = { file?: string; lines?: string; part?: string }

/** The source files of a contract, and one of them. */
export const SourceFiles = ({
  sources: { files, file },
  answer: { data, fault },
  call,
  shown,
  hrefOf,
}: {
  sources: NonNullable<EvmContractCode['sources']>
  answer: Answer<EvmSourceFile>
  call: Call
  /** Of the URL. */
  shown: Shown
  hrefOf: (shown: Shown) => string
}) => {
  const paths = files.map(({ path }) => path)
  const tree = <SourceTree paths={paths} shown={data?.path ?? file} hrefOf={(path) => hrefOf({ file: path })} />
  return (
    <Panel title="Source files" aside={counted(files.length, 'file')}>
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        {files.length > 1 && (
          <>
            <details className="border-line border-b lg:hidden">
              <summary className="px-4 py-2.5 text-accent text-sm">Choose a file</summary>
              {tree}
            </details>
            <div className="max-lg:hidden border-line border-r">
              <div className="sticky top-16 max-h-[calc(100vh-4rem)] overflow-y-auto">{tree}</div>
            </div>
          </>
        )}
        <div className="min-w-0 lg:last:first:col-span-2">
          {data ? (
            <SourceView file={data} call={call} shown={{ lines: shown.lines, part: shown.part }} hrefOf={hrefOf} />
          ) : (
            <FaultState {...fault} />
          )}
        </div>
      </div>
    </Panel>
  )
}
