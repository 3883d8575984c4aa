import type { AllowedHosts } from './allowed-hosts.ts'
import { OutboundError } from './outbound-error.ts'

const urlLengthMax = 8_192

/**
 * A URL that may be fetched: http or https, on its usual port, without credentials. Hosts that an operator allowed may have
 * any port that was allowed. @throws OutboundError `invalid_url`.
 */
export const checkedUrl = (text: string, allowed: AllowedHosts): URL => {
  if (text.length > urlLengthMax) throw new OutboundError('invalid_url', 'The URL is too long.')
  if (!URL.canParse(text)) throw new OutboundError('invalid_url', 'It is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('invalid_url', 'Only http and https URLs are fetched.')
  if (url.username || url.password) throw new OutboundError('invalid_url', 'The URL contains credentials.')
  // The usual port of a scheme is left out by the parser; the other scheme's is as good.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isUsual = url.port === '' || url.port === '80' || url.port === '443'
  if (!isUsual && !allowed.hasHost(host, Number(url.port)))
    throw new OutboundError('invalid_url', 'Only ports 80 and 443 are allowed.')
  return url
}
