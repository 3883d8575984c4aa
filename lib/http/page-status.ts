import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'

export type PageStatus = {
  /** Renders the page that is sent as this response. */
  run<T>(response: ServerResponse, render: () => T): T
  /** Sets the status of the page being rendered. Nothing happens once its head was sent, or outside `run`. */
  set(status: number): void
}

/** The statuses of pages, which Next.js lets a page set only by throwing: the body it then sends is empty without scripts. */
export const createPageStatus = (): PageStatus => {
  const responses = new AsyncLocalStorage<ServerResponse>()
  return {
    run: (response, render) => responses.run(response, render),
    set: (status) => {
      const response = responses.getStore()
      if (response && !response.headersSent) response.statusCode = status
    },
  }
}
