import { timingSafeEqual } from 'node:crypto'
import { hashKey } from './keys.ts'

/** Whether a request may see operator-only data: always without a configured token. */
export type IsOperator = (request: Request) => boolean

export const createIsOperator = (token: string | undefined): IsOperator => {
  if (token === undefined) return () => true
  const expected = hashKey(token)
  return ({ headers }) => {
    const [, given] = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? []
    return given !== undefined && timingSafeEqual(hashKey(given), expected)
  }
}
