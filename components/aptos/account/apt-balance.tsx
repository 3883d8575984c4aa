import { Suspense } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact } from '#components/ui/facts.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

/** 1 APT is 10^8 octas. */
const octaDecimals = 8

type Balance = Promise<Answer<Output<AptosExplorerApi['aptosAccountBalance']>>>

/** The APT of an account; it streams in. */
export const AptBalance = ({ answer, call }: { answer: Balance; call: Call }) => (
  <Fact label="APT balance" wide>
    <Suspense fallback={<Skeleton className="inline-block h-4 w-32" />}>
      <Read answer={answer} />
    </Suspense>
    <SourceLink title="APT balance" call={call} className="ml-2 align-middle" />
  </Fact>
)

const Read = async ({ answer }: { answer: Balance }) => {
  const { data, fault } = await answer
  if (fault)
    return (
      <span className="text-muted" title={fault.message}>
        not known
      </span>
    )
  return (
    <span className="font-semibold text-base">
      <Amount value={data.amount} decimals={octaDecimals} symbol="APT" />
    </span>
  )
}
