import { blockFields, type FilterField } from '#components/chain/filter-form.tsx'
import type { EvmContractEvent } from '#lib/evm/events/contract.ts'
import { logEndpoints } from '#lib/evm/events/contract.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { PageContext } from '#lib/pages/page-definition.ts'
import { callTo } from '#lib/pages/question.ts'

const topicNames = ['topic1', 'topic2', 'topic3'] as const

export const eventNames = ['event', ...topicNames, 'from_block', 'to_block', 'blocks'] as const
export type EventName = (typeof eventNames)[number]

const pageSize = 25

/** The events of a page; the API reports invalid filters. */
export const eventsQuestion = (
  { chain, filters, part }: Pick<PageContext<EventName>, 'filters' | 'part'> & { chain: string },
  address?: string,
) => {
  const { blocks, ...rest } = filters
  const isUnfiltered = address === undefined && !['event', ...topicNames].some((name) => name in filters)
  const where = blocks === 'indexed' || isUnfiltered ? { blocks: 'indexed' as const } : {}
  return callTo(logEndpoints.evmLogs, { chain, ...(address && { address }), ...rest, ...where, ...part(pageSize) })
}

const nth = ['First', 'Second', 'Third'] as const

/** The form of an event search: arguments by their names where the chosen event is known. */
export const eventFields = (
  filters: Filters<EventName>,
  kinds: readonly EvmContractEvent[],
  isPartlyIndexed: boolean,
): FilterField[] => {
  const { event } = filters
  const chosen = kinds.find(({ signature, name, topic0 }) => [signature, name, topic0].some((one) => one === event))
  const indexed = chosen?.inputs.filter((input) => input.indexed)
  const argumentFields = topicNames.flatMap((name, index): FilterField[] => {
    const input = indexed?.[index]
    if (indexed && indexed.length > 0 && !input && filters[name] === undefined) return []
    return [
      {
        name,
        title: input ? `${input.name || `Argument ${index + 1}`} (${input.type})` : `${nth[index]} indexed argument`,
        placeholder: !input ? 'address or number' : input.type === 'address' ? '0x…' : undefined,
      },
    ]
  })
  return [
    {
      name: 'event',
      title: 'Event',
      placeholder: 'Transfer(address,address,uint256)',
      isWide: true,
      suggestions: [...new Set(kinds.map(({ signature, topic0 }) => signature ?? topic0))],
    },
    ...argumentFields,
    ...blockFields,
    ...(isPartlyIndexed
      ? [
          {
            name: 'blocks',
            title: 'Search in',
            choices: [
              ['', 'All blocks'],
              ['indexed', 'Indexed blocks'],
            ],
          } as const,
        ]
      : []),
  ]
}
