import { renderNestError } from './api/error-bodies.ts'
import type { ServedApi } from './api/reference.ts'
import { allFamilies } from './families.ts'
import { signInApi } from './sign-in/contract/api.ts'

const signIn: ServedApi = {
  name: 'sign-in',
  title: 'Sign-in',
  summary: 'Proves that somebody controls an Aptos account.',
  api: signInApi,
  basePath: '/api/auth',
  renderError: renderNestError,
  client: { folder: 'lib/sign-in/contract', file: 'api.ts', type: 'SignInApi', routes: 'signInRoutes' },
}

/** Everything that this server answers, as the reference pages and the OpenAPI document show it. */
export const servedApis: readonly ServedApi[] = [
  ...allFamilies.flatMap(({ apis }) => apis),
  signIn,
  ...allFamilies.flatMap(({ explorerApis }) => explorerApis),
]
