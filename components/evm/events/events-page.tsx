import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { eventFields, eventNames, eventsQuestion } from '#components/evm/parts/events/event-filters.ts'
import { ChainEvents } from '#components/evm/parts/events/event-pages.tsx'
import { EventPanel } from '#components/evm/parts/events/event-panel.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { logEndpoints } from '#lib/evm/events/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { callTo } from '#lib/pages/question.ts'

/** In a title. */
const eventLengthMax = 80

/** Events of any contract of a chain. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.events,
  kind: 'Events',
  filters: ['address', ...eventNames],
  params: chainParams,
  questions: (page) => {
    const { state, chain, filters } = page
    const { address, ...rest } = filters
    const isOwn = state.source !== 'hosted'
    return {
      events: isOwn ? eventsQuestion({ ...page, filters: rest }, address) : undefined,
      kinds: isOwn && address ? callTo(logEndpoints.evmContractEvents, { chain, address }) : undefined,
    }
  },
  list: ['events'],
  about: ({ state: { title: place }, filters: { event } }) => ({
    title: event ? `on ${place}: ${cutText(event, eventLengthMax)}` : `on ${place}`,
    place,
    summary: `Events of contracts on ${place}, newest first.`,
    facts: [],
  }),
  body: async (page) => {
    const { state, filters, questions, answers } = page
    const kinds = (await answers.kinds)?.data?.result ?? []
    return (
      <>
        <PageTitle tools={<PageToolsButton />} kind="Events" aside={<IndexMark state={state} />}>
          <Badge>{state.title}</Badge>
        </PageTitle>
        {questions.events && answers.events ? (
          <EventPanel
            page={page}
            fields={[
              { name: 'address', title: 'Contract', placeholder: '0x…', isWide: true },
              ...eventFields(filters, kinds, state.index_complete === false),
            ]}
            question={questions.events}
            answer={answers.events}
            List={ChainEvents}
          />
        ) : (
          <Panel>
            <EmptyState title={`Events on ${state.title} cannot be searched here`}>
              They are searched in an index of the chain, and this server has none.
            </EmptyState>
          </Panel>
        )}
      </>
    )
  },
})
