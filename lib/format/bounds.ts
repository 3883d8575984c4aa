/** The list's bounds, under the interface's own names. */
const boundNames = ['from_block', 'to_block', 'from_date', 'to_date'] as const
type BoundName = (typeof boundNames)[number]
export type Bounds = Partial<Record<BoundName, string>>
export type SearchParams = Record<string, string | string[] | undefined>

/** The bounds of a URL: empty ones count as left out, unknown names are dropped. What they mean is checked by the contract. */
export const readBounds = (searchParams: SearchParams): Bounds => {
  const bounds: Bounds = {}
  for (const name of boundNames) {
    const given = searchParams[name]
    const text = (Array.isArray(given) ? given[0] : given)?.trim()
    if (text) bounds[name] = text
  }
  return bounds
}

/** Whether the URL is already in its one form: nothing empty, unknown or repeated. */
export const isCanonical = (searchParams: SearchParams, bounds: Bounds): boolean => {
  const given = Object.entries(searchParams)
  return (
    given.length === Object.keys(bounds).length && given.every(([name, text]) => bounds[name as BoundName] === text)
  )
}
