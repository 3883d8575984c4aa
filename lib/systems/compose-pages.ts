import { timeLimit } from '#lib/api/time-limit.ts'
import type { FamilyParts } from '#lib/family.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { currentVisit } from '#lib/gateway/visit.ts'
import { unknownAddress, visitorAddressHeader } from '#lib/gateway/visitor-address.ts'
import type { PageAt, PageClients, PageEntry } from '#lib/pages/page-content.ts'
import { createPageHandler } from '#lib/pages/page-handler.ts'
import { type PageApis, readPage } from '#lib/pages/read-page.ts'
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
  clients: PageClients,
) => {
  const mounts = parts.flatMap(({ mounts }) => Object.values(mounts))
  const apis: PageApis = Object.fromEntries(mounts.map((mount) => [mount.system, mount]))
  return {
    /** Answers pages as data; which pages there are is said with each call. */
    pages: createPageHandler({
      apis,
      clients,
      takeForVisitor: (request) => {
        const visit = currentVisit()
        if (visit) visit.prepaidCalls += 1
        return limits.takeForVisitor(request.headers.get(visitorAddressHeader) ?? unknownAddress)
      },
      askerOf: (request) => ({ id: visitorOf(request), hasKey: false }),
      observe: createObserve({ system: 'page', log, metrics }),
    }),
    /** The same, for a page of ours that shows others. */
    readPage: async (entry: PageEntry, at: Omit<PageAt, 'clients'> & { path: string }) => {
      using limit = timeLimit(pageReadMs)
      return await readPage(entry, { ...at, clients }, { apis, take: payForPage, signal: limit.signal })
    },
  }
}
