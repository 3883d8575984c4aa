import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { eventFields, eventNames, eventsQuestion } from '#components/evm/parts/events/event-filters.ts'
import { ContractEvents } from '#components/evm/parts/events/event-pages.tsx'
import { EventPanel } from '#components/evm/parts/events/event-panel.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { logEndpoints } from '#lib/evm/events/contract.ts'
import { callTo } from '#lib/pages/question.ts'

/** The events of a contract, by kind and indexed arguments. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletEvents,
  kind: 'Events',
  of: 'Contract',
  filters: eventNames,
  isListed: false,
  params: addressParams,
  questions: (page) => {
    const { state, chain, address } = page
    const isOwn = state.source !== 'hosted'
    return {
      events: isOwn ? eventsQuestion(page, address) : undefined,
      kinds: isOwn ? callTo(logEndpoints.evmContractEvents, { chain, address }) : undefined,
      ...frameQuestions(state, address),
    }
  },
  list: ['events'],
  about: (page) => aboutTab('Events', page, page.filters.event),
  body: async (page) => {
    const { state, filters, questions, answers } = page
    if (!questions.events || !answers.events)
      return <NoContract>This needs an index of {state.title}, and this server has none.</NoContract>
    const kinds = (await answers.kinds)?.data?.result ?? []
    return (
      <EventPanel
        page={page}
        fields={eventFields(filters, kinds, state.index_complete === false)}
        question={questions.events}
        answer={answers.events}
        List={ContractEvents}
      />
    )
  },
})
