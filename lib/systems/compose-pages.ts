import { timeLimit } from '#lib/api/time-limit.ts'
import type { FamilyParts } from '#lib/family.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { currentVisit } from '#lib/gateway/visit.ts'
import { unknownAddress, visitorAddressHeader } from '#lib/gateway/visitor-address.ts'
import { createAsk, type PageApis } from '#lib/pages/ask.ts'
import type { PageEntry } from '#lib/pages/page-definition.ts'
import { createPageHandler } from '#lib/pages/page-handler.ts'
import { readPage } from '#lib/pages/read-page.ts'
import type { Base } from './base.ts'
import type { Accounts } from './compose-accounts.ts'

/** How long a page of ours waits for another one that it shows. */
const pageReadMs = 20_000

/** A page shown inside another one, and each further page of its lists, counts as a page. */
const payForPage = async (): Promise<void> => {
  const refused = (await currentVisit()?.pay())?.refused
  if (refused) throw refused
}

/** Pages as data. */
export const composePages = (
  { log, metrics, visitorOf }: Base,
  { limits }: Accounts,
  parts: readonly FamilyParts[],
) => {
  const mounts = parts.flatMap(({ mounts }) => Object.values(mounts))
  const apis: PageApis = Object.fromEntries(mounts.map((mount) => [mount.system, mount]))
  return {
    /** Asks the questions of one HTML page. */
    createAsk: () => createAsk(apis, { cutsTexts: true }),
    /** Answers pages as data; which pages there are is said with each call. */
    pages: createPageHandler({
      apis,
      takeForVisitor: (request) => {
        const visit = currentVisit()
        if (visit) visit.prepaidCalls += 1
        return limits.takeForVisitor(request.headers.get(visitorAddressHeader) ?? unknownAddress)
      },
      askerOf: (request) => ({ id: visitorOf(request), hasKey: false }),
      observe: createObserve({ system: 'page', log, metrics }),
    }),
    /** The same, for a page of ours that shows others. */
    readPage: async (entry: PageEntry, at: Parameters<typeof readPage>[1]) => {
      using limit = timeLimit(pageReadMs)
      return await readPage(entry, at, { apis, take: payForPage, signal: limit.signal })
    },
  }
}
