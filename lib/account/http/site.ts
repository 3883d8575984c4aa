import { isIP } from 'node:net'

/** This installation as browsers see it: from its configuration, never from a request. */
export type SignInSite = {
  /** `https://explorer.example` */
  origin: string
  /** Host and port, as in challenges. */
  domain: string
  /** The URL of the sign-in page, as in challenges. */
  signInUri: string
  /** Whether browsers accept `Secure` cookies: over https, and on this machine. */
  takesSecureCookies: boolean
}

export const siteOf = (siteUrl: string): SignInSite => {
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
