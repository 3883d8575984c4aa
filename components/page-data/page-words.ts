import type { Output } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/api/errors.ts'
import type { AptosApi } from '#lib/aptos/contract/api.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import type { EvmApi } from '#lib/evm/contract/api.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import type { PageAnswers, PageAt } from '#lib/pages/page-content.ts'

/** What an endpoint answered a page, typed by its contract; undefined where it did not. */
export const evmAnswer = <Name extends keyof EvmApi>(answers: PageAnswers, name: Name) =>
  answers[name] as Output<EvmApi[Name]> | undefined
export const evmExplorerAnswer = <Name extends keyof EvmExplorerApi>(answers: PageAnswers, name: Name) =>
  answers[name] as Output<EvmExplorerApi[Name]> | undefined
export const aptosAnswer = <Name extends keyof AptosApi>(answers: PageAnswers, name: Name) =>
  answers[name] as Output<AptosApi[Name]> | undefined
export const aptosExplorerAnswer = <Name extends keyof AptosExplorerApi>(answers: PageAnswers, name: Name) =>
  answers[name] as Output<AptosExplorerApi[Name]> | undefined

export const noSuch = (what: string): ServiceError => new ServiceError('not_found', `There is no such ${what}.`)

/** The value, where the address of a page says one. @throws not_found, as the page does. */
export const saidOr = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw noSuch(what)
  return value
}

export const shortText = (text: string): string => (text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`)

/** `2022-12-08 16:35 UTC`. */
export const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** How much of a list: what the address says, else what the page shows. Both are the interface's own parameters. */
export const partOf = ({ query }: Pick<PageAt, 'query'>, pageSize: number) => ({
  limit: query.limit ?? pageSize,
  ...(query.cursor !== undefined && { cursor: query.cursor }),
})
