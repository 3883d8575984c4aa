import { SettingError } from '#lib/base/errors.ts'

/** The base of every request to a node. Contains secrets; never shown. */
export type NodeAddress = { url: URL; headers: Record<string, string> }

/**
 * Reads a base address such as `https://node.example/v1`. A name and password in it become a header, as `fetch` refuses
 * them; a query (`?apikey=…`) is sent with every request. An address without a path gets the full node's `/v1`. @throws
 * SettingError without the address in its message, which may contain a key.
 */
export const readNodeAddress = (baseUrl: string): NodeAddress => {
  const url = URL.parse(baseUrl.trim())
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new SettingError('An Aptos node address must be an http or https URL.')
  const headers: Record<string, string> = {}
  if (url.username || url.password) {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  url.hash = ''
  let end = url.pathname.length
  while (url.pathname[end - 1] === '/') end -= 1
  url.pathname = url.pathname.slice(0, end) || '/v1'
  return { url, headers }
}

/** The URL of one request to that node. */
export const questionUrl = (address: NodeAddress, path: string, query: Record<string, string>): string => {
  const url = new URL(address.url)
  url.pathname += path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
