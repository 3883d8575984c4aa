'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { liveListView } from '#components/evm/parts/lists/live-list-view.tsx'
import { blockList } from './block-list.tsx'

const blocks = fromEvmExplorer('/evm/blocks')

/** The blocks of a chain, newest first, and new ones as they are indexed. */
export const Blocks = liveListView(blockList, blocks.pages, ({ chain = '' }) => ({
  ...{ name: 'blocks', chain },
  ask: (given, signal) => blocks.call({ chain, ...given }, { signal }),
}))
