import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { BlockStrip, Pulse } from '#components/chain/block-strip.tsx'
import { type Rates, rateTiles } from '#components/chain/rate-tiles.ts'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { isoOfMicroseconds } from '#lib/aptos/api/format/iso-of-microseconds.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'

export type PulsedBlock = Output<AptosExplorerApi['aptosBlocks']>['result'][number]

const microsInSecond = 1e6

const transactionsIn = ({ first_version, last_version }: PulsedBlock): number =>
  Number(BigInt(last_version) - BigInt(first_version)) + 1

/** Over the newest blocks that follow each other: a node may have gaps. */
const ratesOf = (newestFirst: readonly PulsedBlock[]): Rates | undefined => {
  const end = newestFirst.findIndex(
    ({ block_height }, index) => BigInt(newestFirst[0]?.block_height ?? 0) - BigInt(index) !== BigInt(block_height),
  )
  const run = newestFirst.slice(0, end < 0 ? undefined : end)
  const [newest, oldest] = [run[0], run.at(-1)]
  if (!newest || !oldest || run.length < 2) return undefined
  const seconds = Number(BigInt(newest.block_timestamp) - BigInt(oldest.block_timestamp)) / microsInSecond
  const transactions = run.slice(0, -1).reduce((sum, block) => sum + transactionsIn(block), 0)
  return {
    blocks: run.length,
    blockSeconds: seconds / (run.length - 1),
    transactionsPerSecond: seconds > 0 ? transactions / seconds : undefined,
  }
}

/** The newest blocks of a network, newest first, and whether it is alive. */
export const AptosPulseView = ({
  status: { network, ledger_version },
  blocks,
  gas,
}: {
  status: AptosStatus
  blocks: readonly PulsedBlock[]
  /** The node's estimate, in octas for a unit of gas. */
  gas: string | undefined
}) => {
  const newest = blocks[0]
  if (!newest) return null
  const most = Math.max(...blocks.map(transactionsIn))
  return (
    <Pulse
      newest={{
        number: newest.block_height,
        href: aptosPath(aptosPaths.block({ height: newest.block_height }), network),
        iso: isoOfMicroseconds(newest.block_timestamp),
      }}
      tiles={[
        ledger_version !== null && {
          title: 'Latest version',
          value: (
            <Link
              href={aptosPath(aptosPaths.transaction({ version: ledger_version }), network)}
              className="hover:text-accent"
            >
              {groupedNumber(ledger_version)}
            </Link>
          ),
          note: 'of the ledger',
        },
        ...rateTiles(ratesOf(blocks)),
        gas !== undefined && { title: 'Gas price', value: `${groupedNumber(gas)} octas`, note: 'for a unit of gas' },
      ]}
    >
      <BlockStrip
        label="Newest blocks"
        blocks={blocks.toReversed().map((block) => ({
          key: block.block_height,
          href: aptosPath(aptosPaths.block({ height: block.block_height }), network),
          title: `Block ${groupedNumber(block.block_height)}, ${counted(transactionsIn(block), 'transaction')}`,
          share: transactionsIn(block) / most,
        }))}
      />
      <p className="mt-1.5 text-label text-muted">Height: transactions.</p>
    </Pulse>
  )
}
