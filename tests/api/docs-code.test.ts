import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, test } from 'vitest'
import { curlOf, exampleClientOf, fetchOf, keyPlaceholder } from '#components/docs/example-code.ts'
import { readQuery } from '#lib/api/input/raw-input.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { referenceOf } from '#lib/api/reference.ts'
import { createMatcher } from '#lib/api/route.ts'
import { servedApis } from '#lib/server/served-apis.ts'

const origin = 'https://explorer.example'
const pages = servedApis.flatMap((served) => {
  const system = referenceOf(served)
  return system.endpoints.map((endpoint) => ({ title: `${system.name}.${endpoint.name}`, served, system, endpoint }))
})

/** What a shell hands to curl. */
const shellWords = (command: string): string[] =>
  execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

describe.each(pages)('code samples of $title', ({ served, system, endpoint }) => {
  const contract = served.api[endpoint.name]
  if (contract === undefined) throw new Error('A page without contract')

  test('the curl command sends exactly the example, with a placeholder for the key', () => {
    const [address = '', ...options] = shellWords(curlOf(endpoint, origin))
    const url = new URL(address)
    expect(options).toContain(`X-API-Key: ${keyPlaceholder}`)
    const body = options[options.indexOf('-d') + 1]
    const match = createMatcher(served.api)(endpoint.method, url.pathname.slice(served.basePath.length))
    if (match.kind !== 'found') throw new Error(`${address} matches nothing`)
    expect(match.name).toBe(endpoint.name)
    const given = options.includes('-d') ? JSON.parse(body ?? '') : {}
    const { wholeBody } = contract
    const sent = { ...readQuery(url.searchParams), ...(wholeBody === undefined ? given : { [wholeBody]: given }) }
    expect(parseInput(contract, { ...sent, ...match.parameters })).toEqual(parseInput(contract, contract.example.input))
  })

  test('the TypeScript samples are valid and import names that exist in the repository', async () => {
    const client = exampleClientOf(system, endpoint, origin)
    for (const code of [fetchOf(endpoint, origin), client]) expect(() => stripTypeScriptTypes(code)).not.toThrow()
    const [, name] = /import \{ (\w+) \} from '#lib\/(?!api\/client)/.exec(client) ?? []
    expect(await import(/* @vite-ignore */ `#${system.file}`)).toHaveProperty(name ?? '')
    expect(client).toContain(`client.${endpoint.name}(`)
  })
})
