import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmChainState, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import type { Answers } from '#lib/pages/page-definition.ts'
import type { holdingsQuestions } from './holdings-questions.ts'

type Holdings = Output<EvmExplorerApi['evmHoldings']>
type Questions = ReturnType<typeof holdingsQuestions>

const shownAtOnce = 8

type HoldingsProps = {
  state: EvmChainState
  address: string
  questions: Questions
  answers: Answers<Questions>
}

/** What the wallet holds after the newest indexed block; nothing for a hosted chain. */
export const HoldingsPanel = async ({ state, address, questions, answers }: HoldingsProps) => {
  if (!questions.holdings || !answers.holdings) return null
  const [{ data, fault }, approvals, oldest] = await Promise.all([answers.holdings, answers.approvals, answers.oldest])
  const { chain } = state
  if (!data)
    return (
      <Panel title="Holdings" aside={<SourceLink title="Holdings" call={questions.holdings} />}>
        <p className="px-4 py-3 text-muted text-sm">The balances could not be read. {fault.message}</p>
      </Panel>
    )
  const open = approvals?.data?.result.length ?? 0
  const funding = state.index_complete ? oldest?.data?.result[0] : undefined
  return (
    <Panel
      title="Holdings"
      aside={
        <>
          at block {groupedNumber(data.block_number)}
          <SourceLink title="Holdings" call={questions.holdings} />
        </>
      }
    >
      <ul className="flex flex-wrap gap-px bg-line">
        <Row>
          <span className="font-medium">{data.native.symbol}</span>
          <Amount value={data.native.balance} decimals={data.native.decimals} />
        </Row>
        {data.tokens.slice(0, shownAtOnce).map((token) => (
          <TokenRow key={token.token_address} chain={chain} token={token} />
        ))}
      </ul>
      {data.tokens.length > shownAtOnce && (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-4 py-2.5 text-muted text-sm hover:text-ink">
            {counted(data.token_count - shownAtOnce, 'more token')}
          </summary>
          <ul className="flex flex-wrap gap-px bg-line">
            {data.tokens.slice(shownAtOnce).map((token) => (
              <TokenRow key={token.token_address} chain={chain} token={token} />
            ))}
          </ul>
        </details>
      )}
      <div className="space-y-1 border-line border-t px-4 py-2.5 text-muted text-sm">
        <p>{notListed(data)}</p>
        {data.note && <p>{data.note}</p>}
        {open > 0 && (
          <p>
            <Link href={evmTabPaths.walletApprovals({ chain, address })} className="text-accent hover:underline">
              {approvals?.data?.cursor ? `More than ${open} approvals` : counted(open, 'approval')}
            </Link>{' '}
            can still be spent.
          </p>
        )}
        {funding && funding.to_address === address && funding.value !== '0' && (
          <p className="flex flex-wrap gap-x-1.5">
            First funded by
            <AddressLink chain={chain} address={funding.from_address} label={funding.from_address_label} />
            <Link href={evmPaths.transaction({ chain, hash: funding.hash })} className="text-accent hover:underline">
              <Timestamp iso={funding.block_timestamp} />
            </Link>
          </p>
        )}
      </div>
    </Panel>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex h-11 grow basis-80 items-center justify-between gap-4 bg-surface px-4 text-sm">{children}</li>
)

const TokenRow = ({ chain, token }: { chain: string; token: Holdings['tokens'][number] }) => (
  <Row>
    <Link href={evmPaths.token({ chain, address: token.token_address })} className="truncate">
      {token.name || token.symbol || `${token.token_address.slice(0, 10)}…`}
    </Link>
    <Amount value={token.balance} decimals={token.decimals} symbol={token.symbol} />
  </Row>
)

/** What was left out, and why. */
const notListed = ({ tokens, token_count, folded: { spam, unverified, zero, refused, failed } }: Holdings): string => {
  const parts = [
    ...(spam > 0 ? [`${groupedNumber(spam)} flagged as spam`] : []),
    ...(unverified > 0 ? [`${groupedNumber(unverified)} without a known symbol and decimals`] : []),
    ...(zero > 0 ? [`${groupedNumber(zero)} with a balance of zero`] : []),
    ...(refused > 0 ? [`${groupedNumber(refused)} whose contract reports no balance`] : []),
    ...(failed > 0 ? [`${groupedNumber(failed)} that the node did not answer for in time`] : []),
    ...(token_count > tokens.length
      ? [`${groupedNumber(token_count - tokens.length)} beyond the first ${tokens.length}`]
      : []),
  ]
  return parts.length > 0 ? `Not listed: ${parts.join(', ')}.` : 'Every token found with a balance is listed.'
}

export const HoldingsSkeleton = () => (
  <Panel title="Holdings" data-loading>
    <div className="grid gap-2 p-4 sm:grid-cols-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-5" />
      ))}
    </div>
  </Panel>
)
