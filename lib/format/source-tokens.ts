/** Kinds of tokens. Text between them is plain. */
export const tokenKinds = ['comment', 'keyword', 'string', 'function', 'constant'] as const

/** A coloured part of a line: where it starts, its length, and the index of its kind. */
export type SourceToken = readonly [start: number, length: number, kind: number]

/** The tokens of each line; lines beyond a limit have none. */
export type Highlighted = readonly (readonly SourceToken[])[]
