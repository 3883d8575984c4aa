import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Set by our own web server on every request, replacing any value sent by a client. */
export const visitorAddressHeader = 'x-spyglass-address'

/** Placeholder for visitors with an unknown address, who share one limit. */
export const unknownAddress = 'unknown'

/**
 * Finds the sender of a request. Each proxy appends the address it saw to `X-Forwarded-For`, so only the last
 * `trustedHops` entries are written by proxies; entries to the left come from the visitor and are ignored. An entry
 * that is not an address falls back to the nearest trusted one.
 */
export const visitorAddress = (
  socketAddress: string,
  forwardedFor: string | null | undefined,
  trustedHops: number,
): string => {
  const nearest = readAddress(socketAddress) ?? unknownAddress
  if (trustedHops === 0 || !forwardedFor) return nearest
  let believed = nearest
  for (const entry of forwardedFor.split(',').slice(-trustedHops).reverse()) {
    const address = readAddress(entry)
    if (address === undefined) return believed
    believed = address
  }
  return believed
}

/** Sets the header with the sender's address, replacing any value sent by the client. */
export const setVisitorAddress = ({ headers, rawHeaders, socket }: IncomingMessage, trustedHops: number): void => {
  const forwarded = headers['x-forwarded-for']
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
  const address = visitorAddress(socket.remoteAddress ?? '', forwardedFor, trustedHops)
  headers[visitorAddressHeader] = address
  // Some servers read the raw headers, and would join both values.
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === visitorAddressHeader) rawHeaders.splice(at, 2)
  rawHeaders.push(visitorAddressHeader, address)
}

/** The canonical form of an address, which may have a port, brackets or quotes; an IPv4-mapped IPv6 address becomes IPv4. */
const readAddress = (text: string): string | undefined => {
  const trimmed = text.trim().replace(/^"(.*)"$/, '$1')
  const bare = /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const address = bare.split('%', 1)[0] ?? bare
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  const groups = ipv6Groups(address)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** The eight groups of a valid IPv6 address. */
const ipv6Groups = (address: string): number[] => {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(head), read(tail ?? '')]
  return tail === undefined ? before : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The unit of limits: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export const visitorNetwork = (address: string): string => {
  if (isIP(address) !== 6) return address
  const groups = ipv6Groups(address).slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}
