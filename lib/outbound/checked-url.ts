import type { AllowedHosts } from './allowed-hosts.ts'
import { OutboundError } from './outbound-error.ts'

const urlLengthMax = 8_192

/**
 * Parses a URL that may be fetched: http or https on a default port, without credentials. Hosts allowed by the operator
 * may have any allowed port. @throws OutboundError `invalid_url`.
 */
export const checkedUrl = (text: string, allowed: AllowedHosts): URL => {
  if (text.length > urlLengthMax) throw new OutboundError('invalid_url', 'The URL is too long.')
  if (!URL.canParse(text)) throw new OutboundError('invalid_url', 'It is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('invalid_url', 'Only http and https URLs are fetched.')
  if (url.username || url.password) throw new OutboundError('invalid_url', 'The URL contains credentials.')
  // The parser drops a scheme's default port; the default port of the other scheme is allowed too.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isUsual = url.port === '' || url.port === '80' || url.port === '443'
  if (!isUsual && !allowed.hasHost(host, Number(url.port)))
    throw new OutboundError('invalid_url', 'Only ports 80 and 443 are allowed.')
  return url
}
