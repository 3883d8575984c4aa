import { timingSafeEqual } from 'node:crypto'
import { hashKey } from './keys.ts'

/** Whether a request may see what is for the operator alone: everyone where no token is set. */
export type IsOperator = (request: Request) => boolean

export const createIsOperator = (token: string | undefined): IsOperator => {
  if (token === undefined) return () => true
  const expected = hashKey(token)
  return ({ headers }) => {
    const [, given] = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? []
    return given !== undefined && timingSafeEqual(hashKey(given), expected)
  }
}
