import { isIP } from 'node:net'

/** This installation as browsers see it: from its configuration, never from a request. */
export type Site = {
  /** `https://explorer.example` */
  origin: string
  /** Host and port, as challenges name it. */
  domain: string
  /** The page that challenges are for. */
  signInUri: string
  /** Whether browsers take `Secure` cookies of it: https, and this machine itself. */
  takesSecureCookies: boolean
}

export const siteOf = (siteUrl: string): Site => {
  const { origin, host, hostname, protocol } = new URL(siteUrl)
  return {
    origin,
    domain: host,
    signInUri: `${origin}/sign-in`,
    takesSecureCookies: protocol === 'https:' || isLoopback(hostname),
  }
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIP(hostname) === 4 && hostname.startsWith('127.'))
