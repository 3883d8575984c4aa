import { redirect } from 'next/navigation'
import { type Filters, isCanonical, readFilters, type SearchParams, withFilters } from '#lib/format/filters.ts'

/** The filters of a list's URL; a URL that is not in its one form leads to the one that is. */
export const canonicalFilters = <Name extends string>(
  path: string,
  searchParams: SearchParams,
  names: readonly Name[],
): Filters<Name> => {
  const filters = readFilters(searchParams, names)
  if (!isCanonical(searchParams, filters)) redirect(withFilters(path, filters))
  return filters
}
