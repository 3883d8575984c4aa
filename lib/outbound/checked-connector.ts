import { type LookupAddress, lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AllowedHosts } from './allowed-hosts.ts'
import { OutboundError } from './outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

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
