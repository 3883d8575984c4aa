import { allFamilies } from '#lib/families.ts'
import type { FamilyParts } from '#lib/family.ts'
import { configuredKeys, firstKeyOf } from '#lib/gateway/callers/keys.ts'
import { createSessions } from '#lib/gateway/callers/sessions.ts'
import { createGateway, type Source } from '#lib/gateway/gateway.ts'
import { createAdmit } from '#lib/gateway/limits/admit.ts'
import { createLimits } from '#lib/gateway/limits/limits.ts'
import { createAccounts } from '#lib/sign-in/accounts/accounts.ts'
import type { KeyScope } from '#lib/sign-in/contract/account.ts'
import { signInApi } from '#lib/sign-in/contract/api.ts'
import { signInRoutes } from '#lib/sign-in/contract/routes.ts'
import { createOwnSignIn, type OnChainAccounts, signInLedgers } from '#lib/sign-in/verifier/own-sign-in.ts'
import { sharedQuery } from '#lib/store/shared-query.ts'
import type { Base } from './base.ts'

/** What API keys can be limited to. */
const keyScopes: readonly KeyScope[] = [
  ...allFamilies.map(({ name, title }) => ({ name, title: `${title} data` })),
  { name: 'sign-in', title: 'Sign-in' },
  { name: 'export', title: 'Exports' },
]

/** Authentication and rate limits of callers: sign-in, accounts with their keys, and sessions. */
export const composeAccounts = (base: Base, parts: readonly FamilyParts[]) => {
  const { config, store, secret, ownName, hostedSource, log } = base
  const { authBaseUrl } = config.hosted
  const onChain: OnChainAccounts = Object.assign({}, ...parts.map(({ signIn }) => signIn))
  const ownSignIn: Source<typeof signInApi>[] = [{ name: ownName, service: createOwnSignIn({ store, ...onChain }) }]
  const accounts = createAccounts({
    store,
    perSecondMax: config.rateLimits.key,
    scopes: keyScopes,
    use: { onFailure: (error) => log.warn({ err: error }, 'could not write API key usage') },
  })
  const sessions = createSessions({ secret: Buffer.from(secret), siteUrl: config.siteUrl })
  const limits = createLimits({
    keyPerSecond: config.rateLimits.key,
    anonymousPerSecond: config.rateLimits.anonymous,
    shared: sharedQuery(store),
    secret,
  })
  return {
    signIn: {
      // Never both: a challenge is only known where it was created.
      client: createGateway(signInApi, authBaseUrl ? hostedSource(signInApi, signInRoutes, authBaseUrl) : ownSignIn),
      ...signInLedgers(onChain, authBaseUrl !== undefined),
    },
    accounts,
    sessions,
    limits,
    admit: createAdmit({
      findKey: firstKeyOf(configuredKeys(config.apiKeys), accounts.keys.find),
      sessions,
      limits,
    }),
  }
}

export type Accounts = ReturnType<typeof composeAccounts>
