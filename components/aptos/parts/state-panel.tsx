import type { ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer, Question } from '#lib/pages/question.ts'

type Props<Data> = {
  title: string
  answer: Promise<Answer<Data>>
  question: Question<Data>
  /** Where the node does not have it; the message of the answer if left out. */
  notFound?: string
  children: (data: Data) => ReactNode
}

/** Facts from the state of the node, with the version that they are of. */
export const StatePanel = async <Data extends { ledger_version: string }>({
  title,
  answer,
  question,
  notFound,
  children,
}: Props<Data>) => {
  const { data, fault } = await answer
  if (fault)
    return (
      <Panel title={title}>
        {fault.code === 'not_found' ? (
          <EmptyState title="Not found">{notFound ?? fault.message}</EmptyState>
        ) : (
          <FaultState {...fault} />
        )}
      </Panel>
    )
  return (
    <Panel
      title={title}
      aside={
        <>
          After version {groupedNumber(data.ledger_version)}
          <SourceLink title={title} call={question} />
        </>
      }
    >
      <Facts>{children(data)}</Facts>
    </Panel>
  )
}
