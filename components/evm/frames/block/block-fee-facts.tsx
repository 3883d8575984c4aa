import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { looseText } from '#components/evm/parts/values/loose-text.ts'
import { Fact } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmBlockRewards } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import type { Answer } from '#lib/pages/question.ts'

/** EIP-4844. */
const gasPerBlob = 131_072n

type Part = { state: EvmChainState; answer: Promise<Answer<EvmBlockRewards>> }

/** Who earned what with a block, and what else it carried. */
export const BlockFeeFacts = async ({ state, answer }: Part) => {
  const { data } = await answer
  if (!data) return null
  const { symbol, decimals, chain } = state
  const coin = { symbol, decimals }
  const { burnt, static_reward, uncle_reward, uncles, withdrawals, blob_gas_used, header } = data
  const paid = withdrawals?.reduce((sum, { amount }) => sum + BigInt(amount), 0n) ?? 0n
  const blobs = blob_gas_used === null ? null : BigInt(blob_gas_used) / gasPerBlob
  const isRewarded = static_reward !== null && static_reward !== '0'
  return (
    <>
      <Fact label="Fees">
        <Amount value={data.transaction_fees} {...coin} />
        {burnt !== null && (
          <span className="text-muted">
            {' '}
            of which <Amount value={burnt} {...coin} /> burnt
          </span>
        )}
      </Fact>
      <Fact label="Reward">
        <Amount value={sumOf(data.priority_fees, static_reward, uncle_reward)} {...coin} />
        <span className="text-muted"> {isRewarded ? 'new coins and fees' : 'priority fees'}</span>
      </Fact>
      {withdrawals && (
        <Fact label="Withdrawals">
          {withdrawals.length === 0 ? (
            <span className="text-muted">none</span>
          ) : (
            <>
              <Link
                href={evmTabPaths.blockWithdrawals({ chain, block: data.block_number })}
                className="text-accent hover:underline"
              >
                {groupedNumber(withdrawals.length)}
              </Link>{' '}
              <span className="text-muted">
                of <Amount value={String(paid)} {...coin} /> in all
              </span>
            </>
          )}
        </Fact>
      )}
      {blobs !== null && (
        <Fact label="Blobs">
          {blobs === 0n ? <span className="text-muted">none</span> : counted(Number(blobs), 'blob')}
        </Fact>
      )}
      {uncles && uncles.length > 0 && (
        <Fact label="Uncles" wide long>
          {uncles.map((hash) => (
            <Hash key={hash} value={hash} className="block" />
          ))}
          {uncle_reward !== null && (
            <span className="text-muted">
              <Amount value={uncle_reward} {...coin} /> for including {uncles.length === 1 ? 'it' : 'them'}
            </span>
          )}
        </Fact>
      )}
      {header?.extra_data && header.extra_data !== '0x' && (
        <Fact label="Extra data" long>
          {readable(header.extra_data) ?? <span className="break-all font-mono">{header.extra_data}</span>}
        </Fact>
      )}
    </>
  )
}

/** The text of the bytes, where most of them are letters. */
const readable = (hex: string): string | undefined => {
  const text = looseText(hex)
  const letters =
    text
      .match(/[\p{L}\p{N}\p{P}\p{Zs}\p{Emoji}]/gu)
      ?.join('')
      .replaceAll('·', '').length ?? 0
  return letters > 0 && letters >= text.length * 0.6 ? text : undefined
}

export const BlockFeeFactsSkeleton = () => (
  <>
    {['Fees', 'Reward', 'Withdrawals', 'Blobs'].map((label) => (
      <Fact key={label} label={label} data-loading>
        <Skeleton className="h-6 w-40" />
      </Fact>
    ))}
  </>
)

/** The parts of a header that few ask for, folded. */
export const HeaderFacts = async ({ answer }: Pick<Part, 'answer'>) => {
  const header = (await answer).data?.header
  if (!header) return null
  const rows = [
    ['State root', header.state_root],
    ['Transactions root', header.transactions_root],
    ['Receipts root', header.receipts_root],
    ['Nonce', header.nonce],
    ['Difficulty', header.difficulty === null ? null : groupedNumber(header.difficulty)],
    ['Extra data', header.extra_data],
  ] as const
  return (
    <details className="border-line border-t">
      <summary className="cursor-pointer px-4 py-2.5 text-muted text-sm hover:text-ink">More of the header</summary>
      <dl>
        {rows.map(
          ([label, value]) =>
            value !== null && (
              <Fact key={label} label={label} wide long className="border-line border-t">
                <RawText value={value} label={`Copy ${label.toLowerCase()}`} />
              </Fact>
            ),
        )}
      </dl>
    </details>
  )
}

const sumOf = (...amounts: readonly (string | null)[]): string =>
  String(amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n))
