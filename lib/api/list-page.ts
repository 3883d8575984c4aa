import { ServiceError } from '#lib/base/errors.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'

/** A page of a list as an endpoint returns it, with its other fields. */
type ListPage = Fields & { result: readonly Fields[]; cursor: string | null }

/** Reads a list from a response; undefined for other responses. Some servers end a list with an empty cursor instead of null. */
export const listPageIn = (answer: unknown): ListPage | undefined => {
  if (!isFields(answer) || !Array.isArray(answer.result)) return undefined
  const { result, cursor } = answer
  return { ...answer, result, cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null }
}

/** @throws ServiceError if the response of a source is not a list. */
export const readListPage = (answer: unknown): ListPage => {
  const page = listPageIn(answer)
  if (page === undefined)
    throw new ServiceError('upstream_failed', 'The source of this list did not answer with a list.')
  return page
}
