import { BlockList, isIP } from 'node:net'

/** Places off the public internet that an operator lets metadata be fetched from. */
export type AllowedHosts = {
  /** By the name or address of a URL, without brackets, and its port. */
  hasHost(host: string, port: number): boolean
  /** By the address that a connection would go to. */
  hasAddress(address: string): boolean
}

const entryPattern = /^(?:\[([^\]]+)\]|([^:/]+|[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/i

/**
 * Reads entries such as `media.intranet`, `10.1.2.3:8080`, `10.0.0.0/8` and `[fd00::1]:8080`. A port narrows a host to it;
 * without one every port is allowed. @throws Error naming the entry that is none of these.
 */
export const parseAllowedHosts = (entries: readonly string[]): AllowedHosts => {
  const hosts = new Map<string, number | 'any'>()
  const networks = new BlockList()
  for (const entry of entries) {
    const [, bracketed, plain, prefix, port] = entryPattern.exec(entry.trim()) ?? []
    const host = (bracketed ?? plain)?.toLowerCase()
    if (host === undefined) throw new Error(`${JSON.stringify(entry)} is not a host, an address or a network`)
    const family = isIP(host)
    if (prefix === undefined) {
      hosts.set(host, port === undefined ? 'any' : Number(port))
      continue
    }
    if (family === 0 || Number(prefix) > (family === 4 ? 32 : 128) || port !== undefined)
      throw new Error(`${JSON.stringify(entry)} is not a network such as 10.0.0.0/8`)
    networks.addSubnet(host, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
  }
  const inNetworks = (address: string): boolean => {
    const family = isIP(address)
    return family !== 0 && networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    hasHost: (host, port) => {
      const allowed = hosts.get(host.toLowerCase())
      return allowed === 'any' || allowed === port || inNetworks(host)
    },
    hasAddress: (address) => hosts.has(address.toLowerCase()) || inNetworks(address),
  }
}
