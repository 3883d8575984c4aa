import type { ReactNode } from 'react'
import type { FilterField } from '#components/chain/filter-form.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { type EventLine, eventLine, eventList } from './event-list.tsx'
import { SearchedNote } from './searched-note.tsx'

type Found = Output<EvmExplorerApi['evmLogs']>
type Asked = ReturnType<typeof import('./event-filters.ts').eventsQuestion>

/** Found events with their filters, and which blocks were searched for them. */
export const EventPanel = async ({
  page,
  fields,
  question,
  answer,
  List,
}: {
  page: { state: EvmChainState; path: string; filters: Filters }
  fields: readonly FilterField[]
  question: Asked
  answer: Promise<Answer<Found>>
  List: Asked extends Question<unknown, infer Input>
    ? (props: ListViewProps<EventLine, { chain: string }, Input>) => ReactNode
    : never
}) => {
  const { data } = await answer
  return (
    <EvmListPanel
      page={page}
      title="Events"
      noun="events"
      certain="No contract emitted such an event."
      isWhole={data?.blocks === 'all'}
      fields={fields}
      filterTitle="Filter by event or block"
      question={question}
      answer={answer}
      list={eventList}
      List={List}
      view={{ chain: page.state.chain }}
      notice={(found) => (
        <>
          <SearchedNote found={found} state={page.state} />
          {found.result.some((log) => eventLine(log).isGuessed) && (
            <p className="border-line border-b px-4 py-2 text-muted text-xs">
              Names of events of contracts without verified source code are guesses, by known signatures.
            </p>
          )}
        </>
      )}
    />
  )
}
