import type { FilterField } from '#components/chain/filter-form.tsx'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'

const searchMax = 40

/** Search and order of a list of everything that is indexed. */
export const catalogFields: readonly FilterField[] = [
  { name: 'search', title: 'Name or symbol', placeholder: 'beginning of a word' },
  {
    name: 'sort',
    isOrder: true,
    title: 'Order',
    choices: [
      ['', 'Most active'],
      ['newest', 'Newest'],
    ],
  },
]

/** The day that the activity of such a list is counted on. */
export const activityDay = ({ result: [first] }: { result: readonly { day: string }[] }) =>
  first && <span className="text-muted text-xs max-sm:hidden">activity on {first.day}, UTC</span>

/** Search and order as part of a title. */
export const inWords = ({ search, sort }: Filters): string =>
  `${search ? `, found by ${cutText(search, searchMax)}` : ''}${sort === 'newest' ? ', newest first' : ''}`
