import { BlockList, isIP } from 'node:net'
import { SettingError } from '#lib/base/errors.ts'

/** Private hosts that the operator allows to be fetched from. */
export type AllowedHosts = {
  /**
   * Whether a URL with this host (without brackets) and port may lead to a private address. A name counts only if it
   * was listed itself: another name that points at an allowed address does not.
   */
  hasHost(host: string, port: number): boolean
}

type Network = { addresses: BlockList; port: number | undefined }

/**
 * Parses entries such as `media.intranet`, `10.1.2.3:8080`, `10.0.0.0/8` and `[fd00::1]:8080`. Without a port, every
 * port is allowed. @throws SettingError naming the invalid entry.
 */
export const parseAllowedHosts = (entries: readonly string[]): AllowedHosts => {
  const hosts = new Map<string, (number | undefined)[]>()
  const networks: Network[] = []
  for (const entry of entries) {
    const { host, prefix, port } = readEntry(entry)
    const family = isIP(host)
    if (prefix === undefined) {
      hosts.set(host, [...(hosts.get(host) ?? []), port])
      continue
    }
    if (family === 0 || prefix > (family === 4 ? 32 : 128))
      throw new SettingError(`${JSON.stringify(entry)} is not a network such as 10.0.0.0/8`)
    const addresses = new BlockList()
    addresses.addSubnet(host, prefix, family === 4 ? 'ipv4' : 'ipv6')
    networks.push({ addresses, port })
  }
  return {
    hasHost: (written, port) => {
      const host = canonicalHost(written)
      if (host === undefined) return false
      const isPort = (allowed: number | undefined) => allowed === undefined || allowed === port
      if (hosts.get(host)?.some(isPort)) return true
      const family = isIP(host)
      if (family === 0) return false
      return networks.some((one) => isPort(one.port) && one.addresses.check(host, family === 4 ? 'ipv4' : 'ipv6'))
    },
  }
}

/** Lower case, punycode, addresses in their shortest form: as in a parsed URL. */
const canonicalHost = (host: string): string | undefined =>
  URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname.replace(/^\[|\]$/g, '')

const readEntry = (entry: string): { host: string; prefix: number | undefined; port: number | undefined } => {
  const text = entry.trim()
  const end = hostEnd(text)
  const host = canonicalHost(text.slice(0, end).replace(/^\[|\]$/g, ''))
  const [isRead, prefix, port] = /^(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(text.slice(end)) ?? []
  const isName = /^[^/:@?#\\\s]+$/.test(text.slice(0, end)) || text.slice(0, end).includes(':')
  if (isRead === undefined || !host || !isName || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
    throw new SettingError(`${JSON.stringify(entry)} is not a host, an address or a network`)
  return { host, prefix: prefix === undefined ? undefined : Number(prefix), port: port ? Number(port) : undefined }
}

/** A bare IPv6 address contains colons, and so has no port. */
const hostEnd = (text: string): number => {
  if (text.startsWith('[')) return text.indexOf(']') + 1
  const end = text.split(':').length > 2 ? text.indexOf('/') : text.search(/[/:]/)
  return end < 0 ? text.length : end
}
