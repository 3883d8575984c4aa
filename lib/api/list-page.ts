import { ServiceError } from './errors.ts'
import { type Fields, isFields } from './is-fields.ts'

/** A page of a list, as an endpoint returns it: with whatever else it says. */
export type ListPage = Fields & { result: readonly Fields[]; cursor: string | null }

/** The list in an answer; undefined where it is none. An empty cursor ends it as null does: some servers send it so. */
export const listPageIn = (answer: unknown): ListPage | undefined => {
  if (!isFields(answer) || !Array.isArray(answer.result)) return undefined
  const { result, cursor } = answer
  return { ...answer, result, cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null }
}

/** @throws ServiceError where the answer of a source is not a list. */
export const readListPage = (answer: unknown): ListPage => {
  const page = listPageIn(answer)
  if (page === undefined)
    throw new ServiceError('upstream_failed', 'The source of this list did not answer with a list.')
  return page
}
