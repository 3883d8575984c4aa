import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { ownSignatures } from './own-signatures.ts'
import { packages } from './packages.ts'
import { publicSignatures } from './public-signatures.ts'
import { readDeclaration, readItems } from './read-abis.ts'
import { createSignatureTables } from './signature-tables.ts'

/*
 * Writes lib/evm/signatures/*.txt from the ABIs in the packages that `packages.ts` lists, and from the declarations beside it:
 *     node tests/signature-collector/collect.ts [cache folder]
 * Packages are fetched with `npm pack` and read; none of their code runs.
 */
const run = promisify(execFile)
const target = join(import.meta.dirname, '../../lib/evm/signatures')
const fileBytesMax = 30_000_000

const cache = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'signatures-')))
const tables = createSignatureTables()
const report: string[] = []

for (const { name, version } of packages) {
  const items = await collect(`${name}@${version}`)
  report.push(`| ${name} | ${version} | ${items} |`)
  console.log(`${name}@${version}: ${items}`)
}
for (const { contract, source, declarations } of ownSignatures) {
  for (const item of declarations.flatMap(readDeclaration)) tables.add(contract, item)
  report.push(`| ${contract} | ${source} | ${declarations.length} |`)
}
const published = publicSignatures()
for (const item of published.flatMap(readDeclaration)) tables.add('public-signatures.txt', item)
report.push(`| other contracts | tests/signature-collector/public-signatures.txt | ${published.length} |`)

const functions = tables.lines('function')
const events = tables.lines('event')
await writeFile(join(target, 'functions.txt'), `${functions.join('\n')}\n`)
await writeFile(join(target, 'events.txt'), `${events.join('\n')}\n`)
await writeFile(
  join(target, 'sources.md'),
  [
    '# Sources of functions.txt and events.txt',
    '',
    `Collected on ${new Date().toISOString().slice(0, 10)} by \`tests/signature-collector/collect.ts\`: ${functions.length} functions`,
    `and ${events.length} events (an event counts once for each choice of indexed parameters).`,
    'Each line is a key (the selector; of a topic the first 8 bytes) and a declaration.',
    '',
    '| package, or contract | version, or source | declarations |',
    '|---|---|---|',
    ...report,
    '',
  ].join('\n'),
)
if (process.argv[2] === undefined) await rm(cache, { recursive: true })
console.log(`${functions.length} functions, ${events.length} events`)

async function collect(spec: string): Promise<number> {
  const folder = join(cache, spec.replaceAll('/', '__'))
  if (!(await stat(folder).catch(() => undefined))) {
    const parts = `${folder}.part`
    await mkdir(parts, { recursive: true })
    const { stdout } = await run('npm', ['pack', spec, '--silent', '--pack-destination', parts])
    const archive = join(parts, stdout.trim().split('\n').at(-1) ?? '')
    await mkdir(folder)
    await run('tar', ['-xzf', archive, '-C', folder, '--no-same-owner'])
    await rm(parts, { recursive: true })
  }
  let items = 0
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort()) {
    if ((await stat(file)).size > fileBytesMax) continue
    for (const item of readItems(relative(folder, file), await readFile(file, 'utf8'))) {
      tables.add(spec, item)
      items += 1
    }
  }
  return items
}
