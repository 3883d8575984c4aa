import { createKeptByVersion } from '#lib/base/kept-by-version.ts'
import type { FamilyParts } from '#lib/config/family.ts'
import { createObserve } from '#lib/gateway/monitoring/observe.ts'
import { unknownAddress, visitorAddressHeader } from '#lib/http/callers/visitor-address.ts'
import { currentVisit } from '#lib/http/limits/visit.ts'
import { createPageStatus } from '#lib/http/page-status.ts'
import { createSharedPages } from '#lib/http/shared-pages.ts'
import { createAsk, type PageApis } from '#lib/pages/ask.ts'
import { createPageHandler } from '#lib/pages/page-handler.ts'
import type { Answer } from '#lib/pages/question.ts'
import type { Base } from './base.ts'
import type { ComposedAccounts } from './compose-accounts.ts'

/** Pages keep answers for a second at most, so that their number bounds memory well enough. */
const answersMax = 1_000

/** HTML pages and page data. */
export const composePages = (
  { log, metrics, visitorOf, stores }: Base,
  { limits, sessions }: ComposedAccounts,
  parts: readonly FamilyParts[],
) => {
  const mounts = parts.flatMap(({ mounts }) => Object.values(mounts))
  const apis: PageApis = Object.fromEntries(mounts.map((mount) => [mount.name, mount]))
  const kept = createKeptByVersion<Answer<unknown>>({ version: stores.version, bound: { entries: answersMax } })
  return {
    /** Sends the questions of one HTML page. */
    createAsk: () => createAsk(apis, { cutsTexts: true, kept }),
    pageStatus: createPageStatus(),
    sharedPages: createSharedPages({ version: stores.version, sessionCookie: sessions.cookieName }),
    /** Serves page data; each call passes the page registry. */
    pages: createPageHandler({
      apis,
      takeForVisitor: (request) => {
        const visit = currentVisit()
        if (visit) visit.prepaidCalls += 1
        return limits.takeForVisitor(request.headers.get(visitorAddressHeader) ?? unknownAddress)
      },
      requesterOf: (request) => ({ id: visitorOf(request), hasKey: false }),
      observe: createObserve({ system: 'page', log, metrics }),
    }),
  }
}
