import { createAccounts } from '#lib/account/accounts/accounts.ts'
import type { KeyScope } from '#lib/account/contract/account.ts'
import { signInApi } from '#lib/account/contract/api.ts'
import { createOwnSignIn, type OnChainAccounts, signInLedgers } from '#lib/account/verifier/own-sign-in.ts'
import type { FamilyParts } from '#lib/config/family.ts'
import { createGateway, type Source } from '#lib/gateway/gateway.ts'
import { configuredKeys, firstKeyOf } from '#lib/http/callers/keys.ts'
import { createSessions } from '#lib/http/callers/sessions.ts'
import { createAdmit } from '#lib/http/limits/admit.ts'
import { createLimits } from '#lib/http/limits/limits.ts'
import { allFamilies } from '#lib/server/families.ts'
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
      client: createGateway(signInApi, authBaseUrl ? hostedSource(signInApi, authBaseUrl) : ownSignIn),
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

export type ComposedAccounts = ReturnType<typeof composeAccounts>
