import { overviewInputs } from '#components/evm/overview-of.ts'
import { aptosExplorerCall, evmExplorerCall } from '#components/source/source-call.ts'
import { counted } from '#lib/format/amount.ts'
import type { PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { currentSite } from '#lib/site/site.ts'
import { indexState } from './index-state.ts'
import { evmExplorerAnswer, noSuch } from './page-words.ts'
import { rowsOf } from './rows-of.ts'

const here = 'This server'
const chainsOf = async ({ clients }: PageAt) => (await clients.evm.explorer.evmChains({})).result
const aptosRows = 5

export const home: PageEntry = {
  calls: async (at) => {
    const main = (await chainsOf(at)).find(({ source }) => source !== 'hosted')
    const inputs = main && overviewInputs(main.chain)
    return [
      evmExplorerCall('evmChains', {}),
      ...(inputs
        ? [
            evmExplorerCall('evmBlocks', inputs.list),
            evmExplorerCall('evmTransactions', inputs.list),
            evmExplorerCall('evmActivity', inputs.activity),
          ]
        : []),
      aptosExplorerCall('aptosStatus', {}),
      aptosExplorerCall('aptosBlocks', { limit: aptosRows }),
    ]
  },
  list: ['evmTransactions'],
  about: async (answers) => ({
    kind: 'Explorer',
    title: currentSite().name,
    place: here,
    summary: `A self-hosted explorer and data API. It serves ${counted(evmExplorerAnswer(answers, 'evmChains')?.result.length ?? 0, 'EVM chain')}.`,
    facts: (evmExplorerAnswer(answers, 'evmChains')?.result ?? []).map((state) => [state.title, indexState(state)]),
  }),
}

export const status: PageEntry = {
  calls: async (at) => {
    const own = (await chainsOf(at)).filter(({ source }) => source !== 'hosted')
    const [first] = own
    return [
      evmExplorerCall('evmChains', {}),
      ...(first ? [evmExplorerCall('evmCollections', { chain: first.chain })] : []),
      aptosExplorerCall('aptosStatus', {}),
    ]
  },
  list: ['evmChains'],
  about: (answers) => ({
    kind: 'Status',
    title: here,
    place: here,
    summary: 'What this server serves, and how fresh it is.',
    facts: (evmExplorerAnswer(answers, 'evmChains')?.result ?? []).map((state) => [state.title, indexState(state)]),
  }),
}

const textOf = ({ query: { q } }: PageAt): string => (Array.isArray(q) ? q[0] : q)?.trim() ?? ''

/** What the index has under a text; which page of several is meant stays with the reader. */
export const search: PageEntry = {
  calls: (at) => {
    const [first] = recognise(textOf(at))
    const chain = first && 'chain' in first ? first.chain : undefined
    return [evmExplorerCall('evmSearch', { q: first?.value ?? textOf(at), chain })]
  },
  rows: (answers) => {
    const found = evmExplorerAnswer(answers, 'evmSearch')
    if (!found) throw noSuch('search')
    return rowsOf('evmSearch', found.result, ['type', 'chain', 'value', 'title'])
  },
  about: (answers, at) => ({
    kind: 'Search',
    title: textOf(at),
    place: here,
    summary: `${counted(evmExplorerAnswer(answers, 'evmSearch')?.result.length ?? 0, 'thing')} of EVM chains under this text.`,
    facts: [],
  }),
}
