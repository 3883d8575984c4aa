import { NetworkListTitle } from '#components/aptos/frames/network-list-title.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { networkParams } from '#components/aptos/parts/params.ts'
import { MicroTimestamp } from '#components/aptos/parts/values/micro-timestamp.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosBlockSummary } from '#lib/aptos/api/records.ts'
import { aptosBlockListApi } from '#lib/aptos/block/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'

const cell = 'py-2.5 sm:px-4 max-sm:py-0'
const headings = ['Block', 'Time', 'Transactions', 'Versions']

/** Blocks, newest first. On a phone, each is a block of two lines. */
const BlockTable = ({ blocks, network }: { blocks: readonly AptosBlockSummary[]; network: AptosNetwork }) => (
  <table className="w-full text-sm max-sm:block">
    <thead className="border-line border-b text-left text-muted text-xs max-sm:sr-only">
      <tr>
        {headings.map((heading) => (
          <th key={heading} className="px-4 py-2 font-normal">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line max-sm:block">
      {blocks.map((block) => (
        <tr
          key={block.block_height}
          className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5"
        >
          <td className={cell}>
            <Link
              href={aptosPath(aptosPaths.block({ height: block.block_height }), network)}
              className="inline-block min-h-6 text-accent hover:underline"
            >
              {groupedNumber(block.block_height)}
            </Link>
          </td>
          <td className={cell}>
            <MicroTimestamp micros={block.block_timestamp} />
          </td>
          <td className={cell}>
            <span className="max-sm:hidden">{groupedNumber(countOf(block))}</span>
            <span className="sm:hidden">{counted(countOf(block), 'transaction')}</span>
          </td>
          <td className={cell}>
            <VersionLink version={block.first_version} network={network} />
            {' – '}
            <VersionLink version={block.last_version} network={network} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const countOf = ({ first_version, last_version }: AptosBlockSummary): bigint =>
  BigInt(last_version) - BigInt(first_version) + 1n

const inputClasses = 'field w-48'
const fields = [
  ['time', 'Until time (UTC)', '2026-01-31 10:00'],
  ['below', 'Below height', 'newest'],
] as const

/** Chooses which blocks are listed. A plain GET form: the URL is the state. */
const BlocksForm = ({
  action,
  network,
  values,
}: {
  action: string
  network: AptosNetwork
  values: Readonly<Record<string, string | undefined>>
}) => (
  <form action={action} className="flex flex-wrap items-end gap-2 border-line border-b px-4 py-3">
    {network === 'testnet' && <input type="hidden" name="network" value={network} />}
    {fields.map(([name, title, placeholder]) => (
      <label key={name} htmlFor={`blocks-${name}`} className="block text-sm">
        <span className="text-muted text-xs">{title}</span>
        <input
          id={`blocks-${name}`}
          name={name}
          defaultValue={values[name]}
          placeholder={placeholder}
          autoComplete="off"
          className={inputClasses}
        />
      </label>
    ))}
    <Button type="submit" className="h-9">
      Show
    </Button>
  </form>
)

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
  params: networkParams,
  questions: ({ network, status, filters: { time, below } }) => ({
    blocks:
      status?.source === 'hosted'
        ? undefined
        : callTo(aptosBlockListApi.aptosBlocks, {
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
            This needs an Aptos full node, and this server has none.
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
