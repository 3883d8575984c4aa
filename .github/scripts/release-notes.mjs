/*
 * Prints the section of one version of CHANGELOG.md, without its heading; ends with 1 when the version has none.
 *
 *   node .github/scripts/release-notes.mjs 0.2.0
 */
import { readFileSync } from 'node:fs'

const [version] = process.argv.slice(2)
const sections = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8').split(/^## /m)
const notes = sections
  .find((section) => section.split(/\s/, 1)[0] === version)
  ?.replace(/^.*\n+/, '')
  .trim()
if (!notes) {
  console.error(`CHANGELOG.md has no section for version ${version}.`)
  process.exit(1)
}
console.log(notes)
