import { isIP } from 'node:net'

/** Whether a host is on this machine or the local network, where compressing responses only costs time. */
export const isNearby = (hostname: string): boolean =>
  hostname === 'localhost' ||
  !hostname.includes('.') ||
  (isIP(hostname) > 0 && /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1|f[cd]|fe80)/.test(hostname))
