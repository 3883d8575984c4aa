import { FaultState } from '#components/chain/fault-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractCode, EvmSourceFile } from '#lib/evm/contract/code-contract.ts'
import { counted } from '#lib/format/amount.ts'
import type { Answer, Call } from '#lib/pages/question.ts'
import { SourceTree } from './source-tree.tsx'
import { SourceView } from './source-view.tsx'

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
