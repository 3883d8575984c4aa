import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '#lib/settings/descriptions.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = [
  row(['variable', 'meaning', 'default']),
  '|---|---|---|',
  ...settings.map(({ names, meaning, byDefault }) =>
    row([names.map((name) => `\`${name}\``).join(', '), meaning, byDefault]),
  ),
].join('\n')

const names: readonly string[] = settings.flatMap(({ names }) => names)

/** Whether a variable is a setting; `<CHAIN>` stands for the name of any chain. */
const isSetting = (variable: string): boolean =>
  names.some((name) => new RegExp(`^${name.replace('<CHAIN>', '[A-Z0-9_]+')}$`).test(variable))

test('docs/configuration.md has the described settings; `npx vitest run -u` with this file writes its table', async () => {
  const path = resolve('docs/configuration.md')
  const document = readFileSync(path, 'utf8')
  const written = document.replace(/(?<=<!-- settings -->\n\n)[\s\S]*?(?=\n\n<!-- \/settings -->)/, () => table)
  expect(written).toContain(table)
  await expect(written).toMatchFileSnapshot(path)
})

test('every described setting is read', () => {
  const files = [
    'lib/config/config.ts',
    ...globSync('lib/settings/{setting-reader,config-values}.ts'),
    ...globSync('lib/*/config.ts'),
  ]
  const code = files.map((path) => readFileSync(path, 'utf8')).join('\n')
  const perNetwork = ['APTOS', 'APTOS_TESTNET'].map((prefix) => code.replaceAll('$' + '{prefix}', prefix)).join('\n')
  const isRead = (name: string): boolean =>
    new RegExp(`\\b${name.replace(/(<CHAIN>|LOCAL)$/, '')}(?![A-Z0-9_])`).test(perNetwork)
  expect(names.filter((name) => !isRead(name))).toEqual([])
})

test('.env.example sets only settings, each once', () => {
  const set = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  )
  expect(set).toContain('NODE_URL_ETH')
  expect(set.filter((name) => !isSetting(name))).toEqual([])
  expect(new Set(set).size).toBe(set.length)
})
