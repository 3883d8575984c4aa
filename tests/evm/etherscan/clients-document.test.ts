import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ClientConfiguration, configurations } from './client-configurations.ts'
import { type Client, clients } from './client-table.ts'

/*
 * docs/etherscan-clients.md is the table of the tests. After a change of it:
 * `npx vitest run --config tests/vitest.config.ts tests/evm/etherscan/clients-document.test.ts -u`.
 */

const introduction = `# Clients of Etherscan's API

What clients of Etherscan's API do with this server, and what to paste into their configuration. The tests of the project write this
page: each row is a test. A client with a version runs unchanged, against a server and a devnet; of one that is *replayed*, the requests
and the reading of answers are those of its source.

\`local\` is the name of the chain here, \`http://localhost:3000/local/api\` its [door](api.md#etherscans-api), and \`change-this-key\` a key of
\`API_KEYS\`; without that setting, any text will do. Actions that build tools need to verify a contract, and to read a verified one, need
no key; its creation does (\`cast creation-code\`, \`forge clone\`, \`forge verify-bytecode\`).
`

/** Versions of installed packages, and of those that are installed for one platform alone. */
const versions = (): Record<string, string> => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const { optionalDependencies } = read('tests/anvil/package.json') as Record<string, Record<string, string>>
  const foundry = Object.entries(optionalDependencies ?? {}).map(([name, version]) => [
    name.replace('-linux-amd64', ''),
    version,
  ])
  return { ...read('package.json').devDependencies, ...Object.fromEntries(foundry) }
}

const rowsOf = ({ title, package: name, commands }: Client, installed: Record<string, string>): string[] => {
  const version = name === undefined ? '*replayed*' : installed[name]
  if (version === undefined) throw new Error(`${name} is not installed`)
  return Object.entries(commands).map(([command, result]) => `| ${title} | ${version} | ${command} | ${result} |`)
}

const sectionOf = ({ title, note, language, text }: ClientConfiguration): string =>
  `### ${title}\n\n${note}\n\n\`\`\`${language}\n${text}\`\`\`\n`

test('the document is the table of the tests', async () => {
  const installed = versions()
  const rows = Object.values<Client>(clients).flatMap((client) => rowsOf(client, installed))
  const table = ['| client | version | command | result |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const sections = Object.values(configurations).map(sectionOf)
  const text = [introduction, `## Results\n\n${table}\n`, '## Configuration\n', ...sections].join('\n')
  await expect(text).toMatchFileSnapshot('../../../docs/etherscan-clients.md')
})
