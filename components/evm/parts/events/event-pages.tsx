'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { askedOnce } from '#components/kit/asked-once.ts'
import { listView } from '#components/kit/list-view.tsx'
import { contractEventList, eventList } from './event-list.tsx'

const pages = askedOnce(fromEvmExplorer('/evm/logs').pages)

export const ContractEvents = listView(contractEventList, pages)
export const ChainEvents = listView(eventList, pages)
