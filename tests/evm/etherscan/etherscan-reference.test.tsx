import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReferenceIndex } from '#components/docs/reference-nav.tsx'
import { ActionDoors, ActionReferenceView } from '#components/docs/reference-tables.tsx'
import { etherscanModules } from '#lib/evm/etherscan/etherscan-actions.ts'
import { etherscanReference } from '#lib/evm/etherscan/etherscan-reference.ts'
import { actionApis } from '#lib/server/served-apis.ts'

const origin = 'https://explorer.example'

test('every action has a page with its parameters, an example of the demo ledger and, if it is read, a form', () => {
  const names = Object.entries(etherscanModules).flatMap(([module, actions]) =>
    Object.keys(actions).map((action) => `${module}-${action}`),
  )
  expect(etherscanReference.endpoints.map(({ name }) => name)).toEqual(names)
  for (const action of etherscanReference.endpoints) {
    const page = renderToStaticMarkup(
      <ActionReferenceView system={etherscanReference} action={action} origin={origin} />,
    )
    for (const { name, description } of action.parameters) {
      expect(page, action.name).toContain(name)
      expect(description, `${action.name} ${name}`).not.toBe('')
    }
    expect(action.example.output, action.name).not.toBeNull()
    expect(page.includes('<form'), action.name).toBe(action.method === 'GET')
  }
})

test('the example of an action is an address of this server, and its form begins with the same values', () => {
  const action = etherscanReference.endpoints.find(({ name }) => name === 'account-txlist')
  if (!action) throw new Error('no action')
  const page = renderToStaticMarkup(<ActionReferenceView system={etherscanReference} action={action} origin={origin} />)
  const { address = '' } = action.example.input
  expect(page).toContain(`${origin}/api?module=account&amp;action=txlist&amp;address=${address}`)
  expect(page).toContain(`value="${address}"`)
  expect(page).toMatch(/<option[^>]*>desc<\/option>/)
})

test('the API lists its actions, its addresses and what it does not answer', () => {
  expect(actionApis).toContain(etherscanReference)
  const page = renderToStaticMarkup(
    <>
      <ActionDoors system={etherscanReference} />
      <ReferenceIndex system={etherscanReference} />
    </>,
  )
  for (const { name } of etherscanReference.endpoints) expect(page).toContain(`href="/docs/etherscan/${name}"`)
  for (const text of ['/v2/api', '/{chain}/api', 'stats.ethsupply']) expect(page).toContain(text)
})
