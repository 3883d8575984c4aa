import type { Readable } from 'node:stream'

/** Gives a body up unread, and its connection with it: to read a stranger's rest could take forever. */
export const discard = (body: Readable): void => {
  body.on('error', () => {})
  body.destroy()
}
