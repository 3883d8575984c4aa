import { type LookupAddress, lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AllowedHosts } from './allowed-hosts.ts'
import { OutboundError } from './outbound-error.ts'

/*
 * Private networks, by the IANA special-purpose registries for IPv4 and IPv6 (RFC 6890 and its successors). Of IPv6
 * only global unicast (2000::/3) is public: that excludes loopback, unique local, link-local, multicast, and the forms
 * that carry an IPv4 address (mapped ::ffff:0:0/96, NAT64 64:ff9b::/96 and 64:ff9b:1::/48).
 */

const notPublicIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Inside 2000::/3: protocol assignments with Teredo, documentation, 6to4 (which carries an IPv4 address). */
const notPublicIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blockedIpv4 = new BlockList()
for (const [network, prefix] of notPublicIpv4) blockedIpv4.addSubnet(network, prefix, 'ipv4')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
const blockedIpv6 = new BlockList()
for (const [network, prefix] of notPublicIpv6) blockedIpv6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address (without brackets; a zone makes it local) is on the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !blockedIpv4.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return globalIpv6.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6')
}

export type CheckedConnectorOptions = {
  connectTimeoutMs: number
  allowed: AllowedHosts
  /** DNS resolver; defaults to the system's. */
  lookup?: typeof resolve
}

/**
 * Connects to public addresses, and to private ones only for hosts that the operator allows. Resolved addresses are
 * checked as part of connecting, and the remote address again once connected, so that a name that resolves differently
 * the second time (DNS rebinding) gains nothing.
 */
export const checkedConnector = (options: CheckedConnectorOptions): buildConnector.connector => {
  const { connectTimeoutMs, allowed, lookup = resolve } = options
  const mayConnect = (host: string, port: number, address: string): boolean =>
    isPublicAddress(address) || allowed.hasHost(host, port)

  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    if (isIP(host) && !mayConnect(host, port, host)) {
      callback(refusedAddress(), null)
      return
    }
    const checkedLookup: LookupFunction = (name, lookupOptions, done) => {
      lookup(name, { ...lookupOptions, all: true }, (error, addresses: LookupAddress[]) => {
        if (error) return done(error, '')
        const [first, ...others] = addresses.filter(({ address }) => mayConnect(host, port, address))
        if (!first) return done(refusedAddress(), '')
        return lookupOptions.all ? done(null, [first, ...others]) : done(null, first.address, first.family)
      })
    }
    const connect = buildConnector({ timeout: connectTimeoutMs, lookup: checkedLookup, allowH2: false })
    connect(target, (...outcome) => {
      const [error, socket] = outcome
      if (error) return callback(error, null)
      if (socket && !mayConnect(host, port, socket.remoteAddress ?? '')) {
        socket.destroy()
        return callback(refusedAddress(), null)
      }
      return callback(null, socket)
    })
  }
}

const refusedAddress = (): OutboundError => new OutboundError('invalid_url', 'It is not on the public internet.')
