/** `name` stands below the bar, `title` is shown on hover; `part` is how much of the value is of the first of two kinds. */
export type Bar = { name: string; title?: string; value: number; part?: number }

/** The names of a bar's two kinds: the one below, then the one above. */
export type Kinds = readonly [string, string]
