import type { Filters } from '#lib/format/filters.ts'

/** Query parameters of a module's page: the arguments and type arguments of the called function, by their places. */
export const viewArgumentNames = Array.from({ length: 16 }, (_, index) => `a${index}`)
export const typeNames = Array.from({ length: 8 }, (_, index) => `t${index}`)

const identifier = /^[A-Za-z_]\w{0,127}$/

/** The call that a URL names, in the form of the endpoint; values that are left out at the end are empty. */
export const viewCall = (
  place: { address: string; module: string },
  filters: Filters,
): { function: string; type_arguments: string; arguments: string } | undefined => {
  const { function: name } = filters
  if (name === undefined || !identifier.test(name)) return undefined
  return {
    function: `${place.address}::${place.module}::${name}`,
    type_arguments: JSON.stringify(given(filters, typeNames)),
    arguments: JSON.stringify(given(filters, viewArgumentNames)),
  }
}

const given = (filters: Filters, names: readonly string[]): string[] => {
  const last = names.findLastIndex((name) => filters[name] !== undefined)
  return names.slice(0, last + 1).map((name) => filters[name] ?? '')
}
