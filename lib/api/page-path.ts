/** The names in a pattern: `chain` and `hash` of `/:chain/tx/:hash`. */
export type PathNames<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never

type Values<Names extends string> = [Names] extends [never] ? [] : [values: Record<Names, string | number>]

/** Builds the path of a page; `pattern` identifies the page. */
export type PagePath<Pattern extends string = string> = {
  (...values: Values<PathNames<Pattern>>): string
  readonly pattern: Pattern
  /** The same, for values whose names are only known at run time. */
  readonly fill: (values: Readonly<Record<string, string | number>>) => string
}

/** A value as one segment of a path. Names of chains may have spaces: `bsc testnet` is `bsc-testnet`. */
export const pathSegment = (value: string | number): string => encodeURIComponent(String(value).replaceAll(' ', '-'))

export const pagePath = <const Pattern extends string>(pattern: Pattern): PagePath<Pattern> => {
  const fill = (values: Readonly<Record<string, string | number>>): string =>
    pattern.replace(/:(\w+)/g, (_, name: string) => pathSegment(values[name] ?? ''))
  return Object.assign((...[values = {}]: [Record<string, string | number>?]): string => fill(values), {
    pattern,
    fill,
  })
}
