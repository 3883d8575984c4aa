import { NetworkListTitle } from '#components/aptos/frames/network-list-title.tsx'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { networkPlace } from '#components/aptos/parts/places.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/states/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import { BlockTable } from './block-table.tsx'
import { BlocksForm } from './blocks-form.tsx'

const pageSize = 25
const boundMax = 40

const boundOf = ({ time, below }: Filters): string => {
  if (below !== undefined) return ` below ${cutText(below, boundMax)}`
  return time === undefined ? '' : ` until ${cutText(time, boundMax)}`
}

/** The blocks of a network, from the newest, below a height or until a time. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.blocks,
  kind: 'Blocks',
  isSelfNamed: true,
  filters: ['network', 'time', 'below'],
  place: networkPlace,
  questions: ({ network, status, filters: { time, below } }) => ({
    blocks:
      status?.source === 'hosted'
        ? undefined
        : aptosExplorerCall('aptosBlocks', {
            network,
            limit: pageSize,
            ...(time !== undefined && { time }),
            ...(below !== undefined && { before_height: below }),
          }),
  }),
  about: ({ place, filters }) => ({
    title: `Blocks of ${place}${boundOf(filters)}`,
    place,
    summary: `The blocks of ${place}: find the block of a height or a time.`,
  }),
  body: async ({ network, place, path, filters, questions, answers }) => {
    const answer = await answers.blocks
    const blocks = answer?.data?.result
    const last = blocks?.at(-1)?.block_height
    const isFiltered = filters.time !== undefined || filters.below !== undefined
    return (
      <>
        <NetworkListTitle network={network} kind={`Blocks of ${place}`} />
        {(!answer || !questions.blocks) && (
          <NotIndexedState title="Not available here">
            Blocks are listed from a full node, and this server has none.
          </NotIndexedState>
        )}
        {answer && questions.blocks && (
          <Panel title="Blocks" aside={<SourceLink title="Blocks" call={questions.blocks} />}>
            <BlocksForm action={path} network={network} values={filters} />
            {answer.fault && <FaultState {...answer.fault} />}
            {blocks?.length === 0 && <EmptyState title="No blocks">The ledger begins later.</EmptyState>}
            {blocks !== undefined && blocks.length > 0 && <BlockTable blocks={blocks} network={network} />}
            <nav aria-label="Pages" className="flex flex-wrap gap-4 border-line border-t px-4 py-2.5 text-sm">
              {isFiltered && (
                <Link href={aptosPath(path, network)} className="min-h-6 text-accent underline underline-offset-2">
                  Newest blocks
                </Link>
              )}
              {last !== undefined && last !== '0' && blocks?.length === pageSize && (
                <Link
                  href={aptosPath(path, network, { below: last })}
                  className="min-h-6 text-accent underline underline-offset-2"
                >
                  Older blocks
                </Link>
              )}
            </nav>
          </Panel>
        )}
      </>
    )
  },
})
