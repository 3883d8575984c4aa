import { accountServedApi, signInServedApi } from '#lib/account/served-api.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { allFamilies } from './families.ts'

/** Everything that this server answers, as the reference pages and the OpenAPI document show it. */
export const servedApis: readonly ServedApi[] = [
  ...allFamilies.flatMap(({ apis }) => apis),
  signInServedApi,
  ...allFamilies.flatMap(({ explorerApis }) => explorerApis),
  accountServedApi,
]
