import { renderNestError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { signInApi } from './contract/api.ts'
import { signInRoot } from './contract/root.ts'

/** The sign-in API for reference pages and OpenAPI. */
export const signInServedApi: ServedApi = {
  ...signInRoot,
  title: 'Sign-in',
  summary: 'Proves control of an account of Aptos or an EVM chain.',
  api: signInApi,
  renderError: renderNestError,
  file: 'lib/account/contract/api.ts',
}
