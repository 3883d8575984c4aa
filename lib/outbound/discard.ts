import type { Readable } from 'node:stream'

/** Drops an unread body with its connection: reading an untrusted rest could take forever. */
export const discard = (body: Readable): void => {
  body.on('error', () => {})
  body.destroy()
}
