import { wordOf } from '#lib/base/hex.ts'

/** The resolved location of a token's document or image. */
export type UriTarget =
  /** The URI contains the content itself. */
  | { kind: 'inline'; contentType: string; charset?: string | undefined; body: Uint8Array }
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
/** What authors write before a CID or a name of IPNS, any of it, twice, and in any case (RFC 3986, §3.1). */
const network = String.raw`(?:ipfs|ipns|dweb|fs|web\+ipfs)`
const anyPrefix = `(?:${network}:?/{0,3}){1,4}`
const gateway = 'https?://[^/?#]{1,255}/'
const inIpfs = [
  // A scheme or a path, before or after a gateway, and a CID.
  `^${anyPrefix}(?:${gateway})?(?:${network}:?/{0,3}){0,3}(${cid})(.*)$`,
  `^/?(?:${gateway})?${anyPrefix}(${cid})(.*)$`,
].map((source) => new RegExp(source, 'is'))
const ipfsSubdomain = new RegExp(String.raw`^https?://(${cid})\.ip[fn]s\.[^/]+(.*)$`, 's')
const bareCid = new RegExp(`^(${cid})((?:[/?].*)?)$`, 's')
/** A name of IPNS: a key, or a domain with a DNSLink. */
const ipnsName = new RegExp(`^/?(?:${gateway})?ipns:?/{1,3}([^/?#]{1,255})(.*)$`, 'is')

/**
 * Parses a token URI, or the URI of an image in a token's document, in any of its common notations: quoted, `data:` in
 * all its forms, IPFS as a scheme, a gateway's URL or a bare CID, Arweave, plain HTTP, or the document itself.
 */
export const readUri = (raw: string, options: UriOptions): UriTarget => {
  const written = unquoted(raw.trim())
  const uri = options.substitute ? withId(written, options.substitute.tokenId) : written
  if (/^data:/i.test(uri)) return inlineOf(uri)
  // Almost JSON is repaired where it is read.
  if (/^[{[]/.test(uri) && /[}\]]$/.test(uri) && /["']/.test(uri)) return inline('application/json', uri)
  if (/^<svg[\s>]/i.test(uri)) return inline('image/svg+xml', uri)
  const onIpfs = locationOnIpfs(uri)
  if (onIpfs) {
    const { id, path, isName } = onIpfs
    const bases = isName ? options.ipfsGateways.map((base) => base.replace(/ipfs\/$/, 'ipns/')) : options.ipfsGateways
    const urls = bases.map((base) => `${base}${id}${escapedPath(path)}`)
    // A gateway named in the URI may be the only one that has it.
    const named = /^https?:/i.test(uri) && URL.canParse(uri) ? [escapedUrl(uri)] : []
    return fetchFrom([...urls, ...named])
  }
  const inArweave = /^ar:\/{0,2}([\w-]{43})(.*)$/is.exec(uri)
  if (inArweave) {
    const [, id = '', path = ''] = inArweave
    return fetchFrom(options.arweaveGateway ? [`${options.arweaveGateway}${id}${escapedPath(path)}`] : [])
  }
  return /^https?:\/\//i.test(uri) && URL.canParse(uri) ? fetchFrom([escapedUrl(uri)]) : { kind: 'invalid' }
}

type IpfsLocation = { id: string; path: string; isName: boolean }

/** The CID or IPNS name of a URI, and the path after it. */
const locationOnIpfs = (uri: string): IpfsLocation | undefined => {
  const name = ipnsName.exec(uri)
  if (name) return { id: name[1] ?? '', path: name[2] ?? '', isName: true }
  for (const form of [...inIpfs, ipfsSubdomain, bareCid]) {
    const found = form.exec(uri)
    if (found) return { id: found[1] ?? '', path: found[2] ?? '', isName: false }
  }
  return undefined
}

/** A reference within a document, against the document's own URI: for IPFS and Arweave, against the directory there. */
export const resolveReference = (reference: string, base: string): string => {
  const written = unquoted(reference.trim())
  const isWhole = /^(?:[a-z][a-z0-9+.-]*:|[{[<])/i.test(written) || locationOnIpfs(written) !== undefined
  if (isWhole || written === '') return reference
  const from = unquoted(base.trim())
  const onIpfs = locationOnIpfs(from)
  const directory = onIpfs
    ? `https://ipfs.invalid/${onIpfs.id}${onIpfs.path}`
    : from.replace(/^ar:\/{0,2}/i, 'https://arweave.invalid/')
  // A site's root is the root of the CID, too.
  const relative = onIpfs && written.startsWith('/') ? `/${onIpfs.id}${written}` : written
  if (!/^https?:/i.test(directory) || !URL.canParse(relative, directory)) return reference
  const { href } = new URL(relative, directory)
  return href
    .replace('https://ipfs.invalid/', onIpfs?.isName ? 'ipns://' : 'ipfs://')
    .replace('https://arweave.invalid/', 'ar://')
}

/** `{id}` as specified by EIP-1155: 64 lower-case hex digits without 0x. */
export const withId = (text: string, tokenId: string): string =>
  text.replaceAll(/\{id\}|%7bid%7d/gi, () => wordOf(BigInt(tokenId)))

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
    return { kind: 'inline', contentType, charset: charsetOf(parameters), body: Buffer.from(text, 'base64') }
  }
  // Decoding what was never encoded would break a JSON text with a percent sign in it.
  return inline(contentType, isJson(content) ? content : percentDecoded(content))
}

/** The charset among the parameters of a media type (RFC 9110, §8.3.2). */
export const charsetOf = (parameters: readonly string[]): string | undefined =>
  parameters.flatMap((parameter) => /^\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(parameter)?.[1] ?? [])[0]

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
