/** `name` is shown below the bar, `title` on hover; `part` is the share of the first of two kinds. */
export type Bar = { name: string; title?: string; value: number; part?: number }

/** The names of a bar's two kinds: the one below, then the one above. */
export type Kinds = readonly [string, string]
