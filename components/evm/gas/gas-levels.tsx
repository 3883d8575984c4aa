import { Amount } from '#components/chain/amount.tsx'
import type { EvmGas } from '#lib/evm/gas/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const gweiDecimals = 9

/** What one gas costs with a low, usual and high priority fee. Empty where no transactions are known. */
export const levelsOf = ({
  next_base_fee,
  priority_fee,
  blocks,
}: EvmGas): { title: string; price: bigint; tip: bigint }[] => {
  if (!priority_fee) return []
  const base = BigInt(next_base_fee ?? blocks[0]?.base_fee_per_gas ?? 0)
  const levels = [
    { title: 'Low', tip: BigInt(priority_fee.low) },
    { title: 'Usual', tip: BigInt(priority_fee.median) },
    { title: 'High', tip: BigInt(priority_fee.high) },
  ]
  return levels.map((level) => ({ ...level, price: base + level.tip }))
}

/** The price of gas in three levels, and what it consists of. */
export const GasLevels = ({ state: { title }, gas }: { state: EvmChainState; gas: EvmGas }) => {
  const { next_block, next_base_fee, next_blob_base_fee, transaction_count, blocks } = gas
  const levels = levelsOf(gas)
  const oldest = blocks.at(-1)
  const newest = blocks[0]
  return (
    <>
      {levels.length > 0 && (
        <dl className="grid grid-cols-3 divide-x divide-line">
          {levels.map(({ title, price, tip }) => (
            <div key={title} className="min-w-0 px-4 py-4">
              <dt className="text-muted text-sm">{title}</dt>
              <dd className="mt-1 font-semibold text-lg">
                <Amount value={String(price)} decimals={gweiDecimals} symbol="Gwei" />
              </dd>
              <dd className="text-muted text-xs">
                priority fee <Amount value={String(tip)} decimals={gweiDecimals} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
        {next_block && next_base_fee ? (
          <>
            The base fee of block {groupedNumber(next_block)} is{' '}
            <Amount value={next_base_fee} decimals={gweiDecimals} symbol="Gwei" />, as the node reports it.
          </>
        ) : (
          `The node of ${title} did not report the next base fee: that of the newest indexed block is used.`
        )}
        {next_blob_base_fee && (
          <>
            {' '}
            A blob gas costs <Amount value={next_blob_base_fee} decimals={gweiDecimals} symbol="Gwei" />.
          </>
        )}
        {newest && oldest && (
          <>
            {' '}
            The priority fees are those that a tenth, half and nine tenths of {groupedNumber(transaction_count)}{' '}
            transactions in blocks {groupedNumber(oldest.block_number)} to {groupedNumber(newest.block_number)} stayed
            at or below.
          </>
        )}
      </p>
    </>
  )
}
