import { boundFields, type FilterField } from '#components/chain/filter-form.tsx'

/** The interface's `filter` values, most used first: the first is the default. */
export const nftSearchChoices = [
  ['global', 'Everything'],
  ['name', 'Name'],
  ['description', 'Description'],
  ['attributes', 'Attributes'],
  ['name,description', 'Name or description'],
  ['name,attributes', 'Name or attributes'],
  ['description,attributes', 'Description or attributes'],
  ['name,description,attributes', 'Name, description or attributes'],
] as const

export const nftSearchNames = ['q', 'filter', 'addresses', 'from_block', 'to_block', 'from_date', 'to_date'] as const

/** Filters of a search besides the text and fields; the bounds apply to the mint. */
export const nftSearchFields: readonly FilterField[] = [
  { name: 'addresses', title: 'Only these collections', placeholder: '0x…, separated by commas', isWide: true },
  ...boundFields.map((field) => ({ ...field, title: `Minted ${field.title.toLowerCase().replace('(utc)', '(UTC)')}` })),
]
