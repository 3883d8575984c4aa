import { renderNestError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { signInApi } from './contract/api.ts'

/** The sign-in API for reference pages and OpenAPI. */
export const signInServedApi: ServedApi = {
  name: 'sign-in',
  title: 'Sign-in',
  summary: 'Proves control of an account of Aptos or an EVM chain.',
  api: signInApi,
  basePath: '/api/auth',
  renderError: renderNestError,
  client: {
    typeFile: 'lib/account/contract/api.ts',
    type: 'SignInApi',
    routesFile: 'lib/account/contract/routes.ts',
    routes: 'signInRoutes',
  },
}
