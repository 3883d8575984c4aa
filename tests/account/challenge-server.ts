import { signInApi } from '#lib/account/contract/api.ts'
import { createOwnSignIn, type OwnSignInOptions } from '#lib/account/own-sign-in.ts'
import { createClient } from '#lib/api/client/client.ts'
import { renderNestError } from '#lib/api/error-bodies.ts'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { serve } from '#lib/api/serve/serve.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { createAdmit } from '#lib/http/admit.ts'
import { configuredKeys, type FindKey, firstKeyOf } from '#lib/http/keys.ts'
import { createLimits } from '#lib/http/limits.ts'
import { createSessions } from '#lib/http/sessions.ts'
import { serveOnPort } from '#tests/gateway/serve-on-port.ts'

export const apiKeys = { ann: 'the-key-of-ann-0001', bob: 'the-key-of-bob-0002' }

/** The sign-in API as an installation serves it: gate, gateway, the own verifier, over real HTTP. */
export const startChallengeServer = async (options: OwnSignInOptions, findKey?: FindKey) => {
  const facts: RequestFacts[] = []
  const known = configuredKeys(Object.entries(apiKeys).map(([name, key]) => ({ name, key })))
  const handle = serve(signInApi, createGateway(signInApi, [{ name: 'index', service: createOwnSignIn(options) }]), {
    basePath: '/api/auth',
    renderError: renderNestError,
    admit: createAdmit({
      findKey: findKey ? firstKeyOf(known, findKey) : known,
      sessions: createSessions({ secret: 's'.repeat(32), siteUrl: 'http://localhost' }),
      limits: createLimits({ keyPerSecond: 10_000, anonymousPerSecond: 10_000 }),
    }),
    observe: (fact) => void facts.push(fact),
  })
  const server = await serveOnPort(handle)
  const baseUrl = `${server.baseUrl}/api/auth`
  return {
    baseUrl,
    handle,
    facts,
    client: (key: string) => createClient(signInApi, { baseUrl, headers: { 'x-api-key': key } }),
    /** A POST as anyone may send it. */
    post: (path: string, body: BodyInit, headers: Record<string, string> = {}, ledger = 'aptos') =>
      fetch(`${baseUrl}/challenge/${path}/${ledger}`, {
        method: 'POST',
        body,
        headers: { 'x-api-key': apiKeys.ann, 'content-type': 'application/json', ...headers },
      }),
    close: server.close,
  }
}
