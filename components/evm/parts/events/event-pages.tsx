'use client'

import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { askedOnce } from '#components/kit/asked-once.ts'
import { listView } from '#components/kit/list-view.tsx'
import { evmLogs } from '#lib/evm/api/explorer-routes/contracts.ts'
import { contractEventList, eventList } from './event-list.tsx'

const pages = askedOnce(fromEvmExplorer({ evmLogs }).pages)

export const ContractEvents = listView(contractEventList, pages)
export const ChainEvents = listView(eventList, pages)
