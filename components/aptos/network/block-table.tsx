import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { MicroTimestamp } from '#components/aptos/parts/values/micro-timestamp.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosBlockSummary } from '#lib/aptos/api/records.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'

const cell = 'py-2.5 sm:px-4 max-sm:py-0'
const headings = ['Block', 'Time', 'Transactions', 'Versions']

/** Blocks, newest first. On a phone, each is a block of two lines. */
export const BlockTable = ({ blocks, network }: { blocks: readonly AptosBlockSummary[]; network: AptosNetwork }) => (
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
