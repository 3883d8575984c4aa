import { accountServedApi, signInServedApi } from '#lib/account/served-api.ts'
import type { ActionSystem } from '#lib/api/action-reference.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { operatorPaths } from '#lib/gateway/operator-paths.ts'
import { allFamilies } from './families.ts'

/** Everything that this server answers, as the reference pages and the OpenAPI document show it. */
export const servedApis: readonly ServedApi[] = [
  ...allFamilies.flatMap(({ apis }) => apis),
  signInServedApi,
  ...allFamilies.flatMap(({ explorerApis }) => explorerApis),
  accountServedApi,
]

type WithActions = { actionApis?: readonly ActionSystem[] }

/** APIs of other protocols, whose operations are named by parameters. */
export const actionApis: readonly ActionSystem[] = allFamilies.flatMap(({ actionApis = [] }: WithActions) => actionApis)

/** Operations of the OpenAPI document that are no endpoints. */
export const furtherPaths: Readonly<Record<string, unknown>> = {
  ...Object.assign({}, ...actionApis.map(({ openApiPaths }) => openApiPaths)),
  ...operatorPaths,
}
