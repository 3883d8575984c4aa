import { erc20Input, erc20Names } from '#components/evm/erc20-filters.ts'
import { overviewInputs } from '#components/evm/overview-of.ts'
import { blockSentence } from '#components/evm/page-sentences.ts'
import { evmCall, evmExplorerCall } from '#components/source/source-call.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { readFilters } from '#lib/format/filters.ts'
import type { PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { chainOf } from './chain-of.ts'
import { indexState } from './index-state.ts'
import { evmAnswer, evmExplorerAnswer, minuteOf, noSuch, partOf, shortText } from './page-words.ts'

const blockIn = ({ parameters: { block = '' } }: PageAt): string => {
  if (!/^(\d{1,15}|0x[0-9a-f]{64})$/i.test(block)) throw noSuch('block')
  return block
}

export const chain: PageEntry = {
  calls: async (at) => {
    const { chain } = await chainOf(at)
    const { list, activity } = overviewInputs(chain)
    return [
      evmExplorerCall('evmChains', {}),
      evmExplorerCall('evmBlocks', list),
      evmExplorerCall('evmTransactions', { ...list, ...partOf(at, list.limit) }),
      evmExplorerCall('evmActivity', activity),
    ]
  },
  list: ['evmTransactions'],
  about: async (_, at) => {
    const state = await chainOf(at)
    const { title, indexed_block } = state
    return {
      kind: 'Chain',
      title,
      place: title,
      summary: `The newest blocks and transactions of ${title}.`,
      facts: [
        ['State', indexState(state)],
        ['Indexed block', indexed_block === null ? 'not yet' : groupedNumber(indexed_block)],
      ],
    }
  },
}

export const block: PageEntry = {
  calls: async (at) => {
    const input = { chain: (await chainOf(at)).chain, block_number_or_hash: blockIn(at) }
    return [
      evmExplorerCall('evmBlock', input),
      evmExplorerCall('evmBlockTransactions', { ...input, ...partOf(at, 50) }),
      evmExplorerCall('evmBlockChecks', input),
    ]
  },
  list: ['evmBlockTransactions'],
  about: async (answers, at) => {
    const state = await chainOf(at)
    const found = evmExplorerAnswer(answers, 'evmBlock')
    return {
      kind: 'Block',
      title: found?.block_number ?? blockIn(at),
      place: state.title,
      summary: found ? blockSentence(state, found) : `The block ${shortText(blockIn(at))} of ${state.title}.`,
      facts: found
        ? [
            ['Transactions', groupedNumber(found.transaction_count)],
            ['Time', minuteOf(found.block_timestamp)],
            ['Gas used', groupedNumber(found.gas_used)],
            ['Final', found.finalized ? 'yes' : 'not yet'],
          ]
        : [],
    }
  },
}

export const blockNftTransfers: PageEntry = {
  calls: async (at) => {
    const input = { chain: (await chainOf(at)).chain, block_number_or_hash: blockIn(at) }
    return [
      evmCall('blockNftTransfers', { ...input, ...partOf(at, 50) }),
      evmExplorerCall('evmBlock', input),
      evmExplorerCall('evmBlockChecks', input),
    ]
  },
  list: ['blockNftTransfers'],
  about: async (answers, at) => {
    if (evmAnswer(answers, 'blockNftTransfers')?.block_exists === false) throw noSuch('block')
    const { title } = await chainOf(at)
    const name = shortText(blockIn(at))
    return {
      kind: 'NFT transfers',
      title: `Block ${name}`,
      place: title,
      summary: `NFT transfers in block ${name} of ${title}.`,
      facts: [],
    }
  },
}

const erc20List = (title: string, name: 'erc20Transfers' | 'erc20Burns' | 'erc20Approvals'): PageEntry => ({
  calls: async (at) => [
    evmCall(name, {
      ...erc20Input((await chainOf(at)).chain, readFilters(at.query, erc20Names)),
      ...partOf(at, 50),
    }),
  ],
  list: [name],
  about: async (_, at) => {
    const { title: place } = await chainOf(at)
    return { kind: title, title: place, place, summary: `${title} on ${place}, the newest first.`, facts: [] }
  },
})

export const erc20Transfers = erc20List('ERC20 transfers', 'erc20Transfers')
export const erc20Burns = erc20List('ERC20 burns', 'erc20Burns')
export const erc20Approvals = erc20List('ERC20 approvals', 'erc20Approvals')
