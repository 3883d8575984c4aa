import { axeViolations } from './axe-violations.ts'
import { demoKey, expect, test } from './browser-test.ts'
import { aptosNfts } from './demo-ledger.ts'

const path = `/aptos/collection/${aptosNfts.lights}/traits`

type Token = { token_data_id_hash: string; attributes: { trait_type: string; value: string | number }[] | null }

const everyToken = async (url: string): Promise<Token[]> => {
  const tokens: Token[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const rest = cursor && `&cursor=${cursor}`
    const address: string = `${url}/api/explorer/aptos/collections/${aptosNfts.lights}/attributes?limit=10${rest}`
    const page = await (await fetch(address, { headers: { 'x-api-key': demoKey } })).json()
    tokens.push(...page.result)
    cursor = page.cursor
  }
  return tokens
}

test('traits of a collection are counted while its documents are fetched, lead to the rarest tokens, and are data', async ({
  page,
  demo,
}) => {
  // Asking for the page is what has the documents fetched: it counts again until it has all of them.
  await page.goto(demo.url + path)
  await expect(page.getByText(/^Counted all 25 tokens, read from/)).toBeVisible()
  const tokens = await everyToken(demo.url)
  expect(tokens).toHaveLength(25)
  expect(tokens.every(({ attributes }) => attributes?.length === 3)).toBe(true)

  await test.step('the same counts are available as data', async () => {
    const { data, facts } = await (await fetch(`${demo.url}${path}.json`)).json()
    expect(facts).toMatchObject({ Traits: '3', Coverage: 'Counted all 25 tokens.' })
    const { traits, ...coverage } = data.aptosCollectionAttributes.answer
    expect(coverage).toMatchObject({ counted: 25, described: 25, is_complete: true })
    for (const { trait_type, values } of traits)
      for (const { value, count } of values) {
        const alike = tokens.filter(({ attributes }) =>
          attributes?.some((one) => one.trait_type === trait_type && String(one.value) === value),
        )
        expect(alike, `${trait_type}: ${value}`).toHaveLength(count)
      }
    const [, ...rows] = (await (await fetch(`${demo.url}${path}.csv`)).text()).trim().split(/\r?\n/)
    expect(rows).toHaveLength(traits.flatMap(({ values }: { values: unknown[] }) => values).length)
  })

  const bitsOf = (token: Token): number =>
    (token.attributes ?? []).reduce((sum, { trait_type, value }) => {
      const alike = tokens.filter(({ attributes }) =>
        attributes?.some((one) => one.trait_type === trait_type && one.value === value),
      )
      return sum - Math.log2(alike.length / tokens.length)
    }, 0)
  const rarest = Math.max(...tokens.map(bitsOf))
  const cards = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(cards.first()).toContainText(`#1 of ${tokens.length}`)
  await expect(cards.first().getByTitle(`Rarity score ${rarest.toFixed(1)}`)).toBeVisible()

  const glass = tokens[0]?.attributes?.find(({ trait_type }) => trait_type === 'Glass')?.value
  const alike = tokens.filter(({ attributes }) => attributes?.some(({ value }) => value === glass))
  await page.getByRole('group', { name: 'Glass' }).getByText(String(glass), { exact: true }).click()
  await expect(page.getByText(new RegExp(`^${alike.length} tokens? with these traits$`))).toBeVisible()
  await page.getByLabel('Order').selectOption('Newest first')
  await expect(page).toHaveURL(/trait=Glass/)
  await page.reload()
  await expect(page.getByText(new RegExp(`^${alike.length} tokens? with these traits$`))).toBeVisible()
  const newest = alike[0]?.token_data_id_hash
  await expect(cards.first().locator(`a[href*="${newest}"]`)).toBeVisible()

  await test.step('the open filters fit a phone and have no axe violations', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: /^\d+ traits?/ }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: /^\d+ traits?/ }).click()
  })
  await cards.first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/aptos/token/${newest}`))
})
