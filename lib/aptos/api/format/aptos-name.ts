/** The parts of a name of the Aptos Names Service: `domain.apt` or `subdomain.domain.apt`. */
export type AptosName = { domain: string; subdomain: string | undefined }

const segment = /^[a-z\d][a-z\d-]{1,61}[a-z\d]$/
const lengthMax = 131

/** Undefined for a text that cannot be such a name. Upper case is accepted, as wallets do. */
export const parseAptosName = (text: string): AptosName | undefined => {
  if (text.length > lengthMax) return undefined
  const [domain, subdomain, ...more] = text.toLowerCase().split('.').slice(0, -1).reverse()
  if (!text.toLowerCase().endsWith('.apt') || domain === undefined || more.length > 0) return undefined
  return segment.test(domain) && (subdomain === undefined || segment.test(subdomain))
    ? { domain, subdomain }
    : undefined
}

export const aptosNameText = ({ domain, subdomain }: AptosName): string =>
  `${subdomain === undefined ? '' : `${subdomain}.`}${domain}.apt`
