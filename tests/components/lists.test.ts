import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Declared = {
  columns: { key: string }[]
  phone: string[]
  style: Record<string, string>
}
const isList = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'cellClasses' in value

const files = globSync('components/**/*.{ts,tsx}').filter((file) => readFileSync(file, 'utf8').includes('defineList({'))
/** `list.css` places cells by their position: one rule a column. */
const places = readFileSync('components/kit/list.css', 'utf8').match(/nth-child\(\d+\)\) \{\s+grid-area: [a-z];/g) ?? []

describe.each(files)('%s', (file) => {
  test('places every column, and names only known columns for phones', async () => {
    const exported: unknown[] = Object.values(await import(`../../${file}`))
    for (const { columns, phone, style } of exported.filter(isList)) {
      const keys = columns.map(({ key }) => key)
      expect(columns.length).toBeLessThanOrEqual(places.length)
      expect(style['--wide-areas'], 'a column without an area').not.toContain('.')
      expect(phone.flatMap((line) => line.split(' ')).filter((key) => key !== '.' && !keys.includes(key))).toEqual([])
    }
  })
})
