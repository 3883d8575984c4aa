export type SearchParams = Record<string, string | string[] | undefined>

/** Filters of a list, with the interface's parameter names. */
export type Filters<Name extends string = string> = Partial<Record<Name, string>>

/** The bounds that most lists have. */
export const boundNames = ['from_block', 'to_block', 'from_date', 'to_date'] as const

/**
 * The filters of a URL: empty ones count as omitted, unknown names are dropped. The contract validates their values.
 */
export const readFilters = <Name extends string>(searchParams: SearchParams, names: readonly Name[]): Filters<Name> => {
  const filters: Filters<Name> = {}
  for (const name of names) {
    const given = searchParams[name]
    const text = (Array.isArray(given) ? given[0] : given)?.trim()
    if (text) filters[name] = text
  }
  return filters
}

/** Whether the URL is already in its one form: nothing empty, unknown or repeated. */
export const isCanonical = (searchParams: SearchParams, filters: Filters): boolean => {
  const given = Object.entries(searchParams)
  return given.length === Object.keys(filters).length && given.every(([name, text]) => filters[name] === text)
}

/** The address of a list under its filters. */
export const withFilters = (path: string, filters: Filters): string => {
  const given = Object.entries(filters).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))
  const query = new URLSearchParams(given).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The interface's lists take several values, in a URL separated by commas. */
export const listOf = (text: string | undefined): string[] | undefined =>
  text
    ?.split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => one.toLowerCase())
