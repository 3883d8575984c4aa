import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Paths from the root that a document names: a folder of ours and what follows, up to a blank or the sentence's end. */
const pathsOf = (text: string): string[] => {
  const found = text.match(/(?<![\w/.-])(?:\.github|app|components|lib|public|tests)\/[\w./*[\]-]*/g) ?? []
  return [...new Set(found.map((path) => path.replace(/[./]+$/, '')))]
}

/** `*` stands for any name; brackets are part of the names of routes. */
const exists = (path: string): boolean =>
  path.includes('*') ? globSync(path.replaceAll(/[[\]]/g, '[$&]')).length > 0 : existsSync(path)

const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'README.md', ...globSync('docs/*.md')]

/** The names by which sections of a document are linked. */
const sectionsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8')

  test('names only files and folders that exist', () => {
    expect(pathsOf(text).filter((path) => !exists(path))).toEqual([])
  })

  test('links only to files and sections that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    const broken = links.filter(([, path = '', section]) => {
      const file = path === '' ? document : join(dirname(document), path)
      return !existsSync(file) || (section !== undefined && !sectionsOf(readFileSync(file, 'utf8')).includes(section))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

test('a path that does not exist is reported', () => {
  const text = 'See `lib/no-such-file.ts`, lib/server/web.ts and `app/[chain]/page.tsx` (`tests/no*such`).'
  expect(pathsOf(text).filter((path) => !exists(path))).toEqual(['lib/no-such-file.ts', 'tests/no*such'])
})
