import { requestParts } from '#lib/api/client/build-request.ts'
import type { EndpointReference, SystemReference } from '#lib/api/reference.ts'

/** Placeholder for the caller's key; no page ever shows a real one. */
export const keyPlaceholder = 'YOUR_API_KEY'

/** How code refers to the key: in a curl header, and as a TypeScript value. */
type KeyWords = { header: string; value: string }

const placeholderWords: KeyWords = { header: `'X-API-Key: ${keyPlaceholder}'`, value: `'${keyPlaceholder}'` }

/** A key read from the environment. */
export const environmentKey: KeyWords = { header: '"X-API-Key: $API_KEY"', value: "process.env.API_KEY ?? ''" }

/** The input for code of one request: `example.input` holds the parameters. */
export type CodeEndpoint = Pick<EndpointReference, 'method' | 'path' | 'paged'> &
  Partial<Pick<EndpointReference, 'inQuery' | 'wholeBody'>> & {
    example: Pick<EndpointReference['example'], 'input'>
  }

/** The address of the example, and its body if it has one. */
const exampleRequest = (endpoint: CodeEndpoint, origin: string): { url: string; body: Fields | undefined } => {
  const { method, path, inQuery, wholeBody, example } = endpoint
  const { address, body } = requestParts({ method, path, inQuery, wholeBody }, example.input)
  return { url: new URL(origin + address).href, body: body === undefined ? undefined : JSON.parse(body) }
}

type Fields = Record<string, unknown>

/** A POSIX shell takes everything between single quotes literally, except a single quote. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A URL may contain a quote: `encodeURIComponent` does not escape it. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const curlOf = (endpoint: CodeEndpoint, origin: string, key = placeholderWords): string => {
  const { url, body } = exampleRequest(endpoint, origin)
  return [
    `curl ${shellQuoted(url)}`,
    ...(endpoint.method === 'PUT' ? ['-X PUT'] : []),
    `-H ${key.header}`,
    "-H 'accept: application/json'",
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d ${shellQuoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

export const fetchOf = (endpoint: CodeEndpoint, origin: string, key = placeholderWords): string => {
  const { url, body } = exampleRequest(endpoint, origin)
  const headers = ["'X-API-Key': key", ...(body === undefined ? [] : ["'content-type': 'application/json'"])].join(', ')
  const options =
    body === undefined
      ? `{ headers: { ${headers} } }`
      : `{\n  method: '${endpoint.method}',\n  headers: { ${headers} },\n  body: JSON.stringify(${literal(body)}),\n}`
  return [
    `const key = ${key.value}`,
    `const url = ${quoted(url)}`,
    `const response = await fetch(url, ${options})`,
    'const data = await response.json()',
    'if (!response.ok) throw new Error(data.message)',
    endpoint.paged
      ? 'console.log(data.result.length, data.cursor) // the next page: the same URL with &cursor=…'
      : 'console.log(data)',
  ].join('\n')
}

/** `evm-explorer` is exported as `evmExplorerApi`. */
const exportedName = (system: string): string =>
  `${system.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Api`

export const exampleClientOf = (system: SystemReference, endpoint: EndpointReference, origin: string): string => {
  const name = exportedName(system.name)
  return [
    "import { createClient } from '#lib/api/client/client.ts'",
    `import { ${name} } from '#${system.file}'`,
    '',
    `const client = createClient(${name}, {`,
    `  baseUrl: '${origin}${system.basePath}',`,
    `  headers: { 'X-API-Key': '${keyPlaceholder}' },`,
    '})',
    `const data = await client.${endpoint.name}(${literal(endpoint.example.input)})`,
  ].join('\n')
}

/** A JavaScript object literal, one field a line. */
const literal = (input: Fields): string => {
  const fields = Object.entries(input).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`)
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`
}
