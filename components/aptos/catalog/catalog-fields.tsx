import type { FilterField } from '#components/chain/filter-form.tsx'

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
