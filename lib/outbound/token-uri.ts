/** The resolved location of a token's document or image. */
export type UriTarget =
  /** The URI contains the content itself. */
  | { kind: 'inline'; contentType: string; body: Uint8Array }
  /** To be fetched from the first of these that responds. */
  | { kind: 'fetch'; urls: readonly string[] }
  | { kind: 'invalid' }

export type UriOptions = {
  /** Bases that end in `/ipfs/`, in order of preference; empty if IPFS is off. */
  ipfsGateways: readonly string[]
  /** Base that ends in `/`; undefined if Arweave is off. */
  arweaveGateway: string | undefined
  /** Decimal; replaces `{id}` in the URIs of ERC1155 (EIP-1155, "Metadata"). */
  substitute?: { tokenId: string }
}

const cid = `(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,}|f[0-9a-f]{50,}|z[1-9A-HJ-NP-Za-km-z]{40,}|k[0-9a-z]{50,})`
const ipfsScheme = new RegExp(`^ipfs:/{0,2}(?:ipfs/)?(${cid})(.*)$`, 's')
const ipfsPath = new RegExp(`^(?:https?://[^/]+)?/?ipfs/(?:ipfs/)?(${cid})(.*)$`, 's')
const ipfsSubdomain = new RegExp(String.raw`^https?://(${cid})\.ipfs\.[^/]+(.*)$`, 's')
const bareCid = new RegExp(`^(${cid})((?:[/?].*)?)$`, 's')

/**
 * Parses a token URI, or the URI of an image in a token's document, in any of its common notations: quoted, `data:` in
 * all its forms, IPFS as a scheme, a gateway's URL or a bare CID, Arweave, plain HTTP, or the document itself.
 */
export const readUri = (raw: string, options: UriOptions): UriTarget => {
  const written = unquoted(raw.trim())
  const uri = options.substitute ? withId(written, options.substitute.tokenId) : written
  if (/^data:/i.test(uri)) return inlineOf(uri)
  if (/^[{[]/.test(uri) && isJson(uri)) return inline('application/json', uri)
  if (/^<svg[\s>]/i.test(uri)) return inline('image/svg+xml', uri)
  const inIpfs = ipfsScheme.exec(uri) ?? ipfsPath.exec(uri) ?? ipfsSubdomain.exec(uri) ?? bareCid.exec(uri)
  if (inIpfs) {
    const [, id = '', path = ''] = inIpfs
    const urls = options.ipfsGateways.map((gateway) => `${gateway}${id}${escapedPath(path)}`)
    // A gateway named in the URI may be the only one that has it.
    const named = /^https?:/i.test(uri) ? [escapedUrl(uri)] : []
    return fetchFrom([...urls, ...named])
  }
  const inArweave = /^ar:\/{0,2}([\w-]{43})(.*)$/s.exec(uri)
  if (inArweave) {
    const [, id = '', path = ''] = inArweave
    return fetchFrom(options.arweaveGateway ? [`${options.arweaveGateway}${id}${escapedPath(path)}`] : [])
  }
  return /^https?:\/\//i.test(uri) && URL.canParse(uri) ? fetchFrom([escapedUrl(uri)]) : { kind: 'invalid' }
}

/** `{id}` as specified by EIP-1155: 64 lower-case hex digits without 0x. */
export const withId = (text: string, tokenId: string): string =>
  text.replaceAll(/\{id\}|%7bid%7d/gi, () => BigInt(tokenId).toString(16).padStart(64, '0'))

const fetchFrom = (urls: readonly string[]): UriTarget =>
  urls.length > 0 ? { kind: 'fetch', urls } : { kind: 'invalid' }

const inline = (contentType: string, text: string): UriTarget => ({
  kind: 'inline',
  contentType,
  body: Buffer.from(text),
})

const unquoted = (text: string): string => /^(['"])(.*)\1$/s.exec(text)?.[2]?.trim() ?? text

/** Many file names contain unescaped spaces and `#`; existing escapes stay. */
const escapedPath = (path: string): string => escapedUrl(path).replaceAll('#', '%23')

const escapedUrl = (url: string): string => {
  const wellFormed = url.toWellFormed()
  return encodeURI(wellFormed).replaceAll(/%25([0-9a-f]{2})/gi, '%$1')
}

/** RFC 2397 and its common variations: `;utf8,` as a parameter, JSON and SVG without escapes. */
const inlineOf = (uri: string): UriTarget => {
  const comma = uri.indexOf(',')
  if (comma < 0) return { kind: 'invalid' }
  const [type = '', ...parameters] = uri.slice('data:'.length, comma).split(';')
  const contentType = type.trim().toLowerCase() || 'text/plain'
  const content = uri.slice(comma + 1)
  if (parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')) {
    const text = percentDecoded(content).replaceAll(/\s/g, '')
    if (!/^[\w+/-]*={0,2}$/.test(text)) return { kind: 'invalid' }
    return { kind: 'inline', contentType, body: Buffer.from(text, 'base64') }
  }
  // Decoding what was never encoded would break a JSON text with a percent sign in it.
  return inline(contentType, isJson(content) ? content : percentDecoded(content))
}

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
