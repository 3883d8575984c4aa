import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StructList } from '#components/aptos/module/struct-list.tsx'
import { TransactionView } from '#components/aptos/transaction/transaction-view.tsx'
import { TimeFormatProvider } from '#components/chain/time-format.tsx'
import { aptosBlockApi } from '#lib/aptos/block/contract.ts'
import { oddTransaction } from '#lib/aptos/chain/rpc/node-answers.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { callTo } from '#lib/pages/question.ts'

const call = callTo(aptosBlockApi.blockByVersion, { version: '9', network: 'mainnet', with_transactions: true })
const block = {
  block_height: '2',
  block_hash: '0x01',
  block_timestamp: '1700000000000000',
  first_version: '7',
  last_version: '11',
}
const textOf = (element: React.ReactNode): string =>
  renderToStaticMarkup(
    <TimeFormatProvider format="utc" now={0}>
      {element}
    </TimeFormatProvider>,
  )
    .replaceAll(/<[^>]{1,2000}>/g, ' ')
    .replaceAll(/\s{1,100}/g, ' ')

test('a transaction that cannot be read is shown as the node returned it, with a sentence', () => {
  const transaction = oddTransaction({ type: 'user_transaction', hash: 7, novel: { part: 'x1' } }, 9)
  const text = textOf(
    <TransactionView
      transaction={transaction}
      block={block}
      blockError={undefined}
      call={callTo(aptosApi.blockByVersion, { version: '9' })}
      network="mainnet"
      ask={() => Promise.reject(new Error('nothing is asked'))}
      balances={undefined}
      from={{ events: undefined, changes: undefined }}
    />,
  )
  expect(text).toContain('in a form that this server does not know')
  expect(text).toContain('&quot;part&quot;: &quot;x1&quot;')
  // What was not read is not said to be missing.
  expect(text).not.toMatch(/raw_reason|called|changes/i)
})

test('an enum is listed with its variants and their fields', () => {
  const shape = {
    name: '0x7::enums::Shape',
    abilities: [],
    type_parameters: 0,
    is_event: false,
    fields: [],
    is_enum: true,
    variants: [
      { name: 'Circle', fields: [{ name: 'radius', type: '|u64|u64 has copy' }] },
      { name: 'Empty', fields: [] },
    ],
  }
  const text = textOf(<StructList structs={[shape]} network="mainnet" call={call} />)
  expect(text).toMatch(/Shape.*enum.*Circle.*radius.*\|u64\|u64 has copy.*Empty/)
})
