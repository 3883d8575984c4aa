import type { ServedApi } from './api/reference/reference.ts'
import { allFamilies } from './families.ts'
import { signInServedApi } from './sign-in/served-api.ts'

/** Everything that this server answers, as the reference pages and the OpenAPI document show it. */
export const servedApis: readonly ServedApi[] = [
  ...allFamilies.flatMap(({ apis }) => apis),
  signInServedApi,
  ...allFamilies.flatMap(({ explorerApis }) => explorerApis),
]
