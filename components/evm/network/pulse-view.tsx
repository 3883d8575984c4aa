import { BlockStrip, Pulse } from '#components/chain/block-strip.tsx'
import { rateTiles } from '#components/chain/rate-tiles.ts'
import { inGwei } from '#components/evm/parts/in-gwei.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { type PulseBlock, ratesOf } from './pulse-of.ts'

/** Blocks that are all emptier than this are drawn beside the fullest of them, or nothing would be seen. */
const emptyBelow = 0.2

const feesOf = (blocks: readonly PulseBlock[]) => {
  const fees = blocks.flatMap(({ baseFee }) => (baseFee === null ? [] : Number(baseFee)))
  const [lowest, highest] = [Math.min(...fees), Math.max(...fees)]
  return { fees, lowest, highest }
}

/** Each block by its fullness and base fee, with a legend. */
const BlockHeights = ({ chain, blocks }: { chain: string; blocks: readonly PulseBlock[] }) => {
  const { fees, lowest, highest } = feesOf(blocks)
  const most = Math.max(1, ...blocks.map(({ transactions }) => transactions))
  const hasLimits = blocks.some(({ full }) => full !== null)
  const fullest = Math.max(...blocks.map(({ full }) => full ?? 0))
  const scale = fullest > 0 && fullest < emptyBelow ? fullest : 1
  return (
    <>
      <BlockStrip
        label="Newest blocks"
        blocks={blocks.map(({ number, transactions, full, baseFee }) => ({
          key: String(number),
          href: evmPaths.block({ chain, block: String(number) }),
          title: [
            `Block ${groupedNumber(number)}`,
            counted(transactions, 'transaction'),
            ...(full === null ? [] : [`${Math.round(full * 100)}% full`]),
            ...(baseFee === null ? [] : [`${inGwei(baseFee)} Gwei`]),
          ].join(', '),
          share: hasLimits ? (full ?? 0) / scale : transactions / most,
          heat: baseFee === null || highest === lowest ? 0 : (Number(baseFee) - lowest) / (highest - lowest),
        }))}
      />
      <p className="mt-1.5 text-label text-muted">
        Height: {hasLimits ? 'gas used' : 'transactions'}
        {scale < 1 && ', beside the fullest'}.
        {fees.length > 1 && highest > lowest && (
          <>
            {' '}
            <span className="whitespace-nowrap">
              Base fee: low <span className="strip-scale" aria-hidden /> high.
            </span>
          </>
        )}
      </p>
    </>
  )
}

/** The newest blocks of a chain, oldest first, and whether it is alive. */
export const PulseView = ({
  state,
  blocks,
  coinPrice,
}: {
  state: EvmChainState
  blocks: readonly PulseBlock[]
  /** `$1,234.56` */
  coinPrice: string | undefined
}) => {
  const { chain } = state
  const newest = blocks.at(-1)
  if (!newest) return null
  const rates = ratesOf(blocks)
  const { fees, lowest, highest } = feesOf(blocks)
  const behind =
    state.finalized_block === null || state.head_block === null
      ? undefined
      : Math.max(0, Number(state.head_block) - Number(state.finalized_block))
  return (
    <Pulse
      newest={{
        number: newest.number,
        href: evmPaths.block({ chain, block: String(newest.number) }),
        iso: new Date(newest.time * 1_000).toISOString(),
      }}
      tiles={[
        newest.baseFee !== null && {
          title: 'Base fee',
          value: (
            <Link href={evmTabPaths.gas({ chain })} className="hover:text-accent">
              {inGwei(newest.baseFee)} Gwei
            </Link>
          ),
          note: fees.length > 1 && `${inGwei(String(lowest))} to ${inGwei(String(highest))} Gwei`,
        },
        coinPrice !== undefined && { title: `Price of ${state.symbol}`, value: coinPrice },
        ...rateTiles(rates),
        behind !== undefined && {
          title: 'Final',
          value: `${groupedNumber(behind)} behind`,
          note: `block ${groupedNumber(state.finalized_block ?? '')}`,
        },
      ]}
    >
      <BlockHeights chain={chain} blocks={blocks} />
    </Pulse>
  )
}
