import { renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import type { ServedApi } from '#lib/api/reference.ts'
import { accountApi } from './contract/account-api.ts'
import { signInApi } from './contract/api.ts'
import { accountRoot, signInRoot } from './contract/root.ts'

/** The account of a visitor, for reference pages and OpenAPI. */
export const accountServedApi: ServedApi = {
  ...accountRoot,
  title: 'Account',
  summary: 'Sessions, API keys and labels of the signed-in account, for pages of this site.',
  api: accountApi,
  file: 'lib/account/contract/account-api.ts',
  renderError: renderPlainError,
  isForPages: true,
}

/** The sign-in API for reference pages and OpenAPI. */
export const signInServedApi: ServedApi = {
  ...signInRoot,
  title: 'Sign-in',
  summary: 'Proves control of an account of Aptos or an EVM chain.',
  api: signInApi,
  renderError: renderNestError,
  file: 'lib/account/contract/api.ts',
}
