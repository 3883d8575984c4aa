import { browserSend } from '#components/browser-send.ts'
import type { AccountApi } from '#lib/account/contract/account-api.ts'
import { accountRoot } from '#lib/account/contract/root.ts'
import { queriesOf } from '#lib/api/client/query-options.ts'

/** The endpoints of the session. Calls throw a ServiceError with the server's message. */
export const fromAccount = queriesOf<AccountApi>(accountRoot, {
  send: async (request) => {
    const response = await browserSend(request)
    if (request.method === 'POST' && /\/notes(\/remove)?$/.test(request.url)) notifyPages()
    return response
  },
})

/** Open pages, including this one, show the account's labels. */
const notifyPages = (): void => {
  const channel = new BroadcastChannel('labels')
  channel.postMessage('account')
  channel.close()
}
