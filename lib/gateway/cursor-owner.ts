import type { Endpoint } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { isFields } from '#lib/base/is-fields.ts'

/*
 * Every source has its own cursors. With several sources, a cursor is prefixed with the name of its source
 * (`hosted:eyJ…`), so that the source that started a list also continues it.
 */

/** The source of the input's cursor, if it is named, and the input with the source's own cursor. */
export const cursorOwner = <Source extends { name: string }>(
  sources: readonly Source[],
  input: RawParameters,
): { owner?: Source; input: RawParameters } => {
  const { cursor } = input
  if (typeof cursor !== 'string') return { input }
  const owner = sources.find(({ name }) => cursor.startsWith(`${name}:`))
  if (owner === undefined) return { input }
  return { owner, input: { ...input, cursor: cursor.slice(owner.name.length + 1) } }
}

/** The answer with its next-page cursor marked as `source`'s. The null of the last page is unchanged. */
export const markCursor = (endpoint: Endpoint | undefined, source: string, output: unknown): unknown => {
  if (endpoint?.paged === undefined || !isFields(output)) return output
  const cursor = output[endpoint.paged]
  return cursor ? { ...output, [endpoint.paged]: `${source}:${cursor}` } : output
}
